import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'

test.beforeEach(({ context }) => mockOtherHosts(context))

test.use({ expectedProblems: /ERR_FAILED|dynamically imported module|status of 404|404 .*contact-/ })

/** Aborts requests for the script of the contact page. */
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
  await page.route('**/assets/contact-*.js', (route) => route.fulfill({ status: 404 }))
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

test.describe('offline', () => {
  test.use({ expectedProblems: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|dynamically imported module|hero video/ })

  test('Reload keeps the site, and reloads the page when the connection is back', async ({ page, context, ready }) => {
    await blockContactScript(page)
    // The router reloads a page once; then it shows the message.
    for (const heading of ['Drop Us A Line', 'This page has been updated. Reload to see it.']) {
      await page.goto('/')
      await ready()
      await getContactLink(page).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'You are offline.' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop Us A Line')
  })
})
