import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'

test.beforeEach(({ context }) => mockOtherHosts(context))

test.use({ expectedProblems: /ERR_FAILED|dynamically imported module/ })

/** As after a deploy, when the old names are gone. */
const loseContact = (page: Page) => page.route('**/assets/contact-*.js', (route) => route.abort())
const contact = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })

test('a page whose script cannot be fetched keeps what the server sent, and its links lead on', async ({ page }) => {
  await loseContact(page)
  const lost = page.waitForEvent('requestfailed')
  await page.goto('/contact')
  await lost
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop Us A Line')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What We Do')
})

test('Watch Now leads to the film’s own page where the script cannot be fetched', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Watch Now' }).click()
  await expect(page).toHaveURL(/^https:\/\/vimeo\.com\/313814309/)
})

test('a page that is gone after a deploy is loaded anew once, silently; then its visitor is told', async ({
  page,
  ready,
}) => {
  await page.goto('/')
  await ready()
  await loseContact(page)
  await contact(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop Us A Line')

  await page.goto('/')
  await ready()
  await contact(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page has been updated. Reload to see it.')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop Us A Line')
})
