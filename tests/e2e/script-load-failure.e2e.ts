import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'

test.beforeEach(({ context }) => mockOtherHosts(context))

test.use({ expectedProblems: /ERR_FAILED|dynamically imported module/ })

/** Aborts requests for the script of the contact page, as if a deploy had removed it. */
const blockContactScript = (page: Page) => page.route('**/assets/contact-*.js', (route) => route.abort())
const getContactLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })

test('a page whose script fails to load keeps the HTML of the server, and its links work', async ({ page }) => {
  await blockContactScript(page)
  const failure = page.waitForEvent('requestfailed')
  await page.goto('/contact')
  await failure
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop Us A Line')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What We Do')
})

test('Watch Now opens the page of the video when no script can be loaded', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Watch Now' }).click()
  await expect(page).toHaveURL(/^https:\/\/vimeo\.com\/313814309/)
})

test('a page whose script was removed by a deploy is reloaded once; then a message asks the visitor to reload', async ({
  page,
  ready,
}) => {
  await page.goto('/')
  await ready()
  await blockContactScript(page)
  await getContactLink(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop Us A Line')

  await page.goto('/')
  await ready()
  await getContactLink(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page has been updated. Reload to see it.')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop Us A Line')
})
