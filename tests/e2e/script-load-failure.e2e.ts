import type { Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getItemName, getMainNavigation, getPageHeading } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { mockOtherHosts } from './mock-other-hosts.ts'

test.use({
  ...REDUCED_MOTION,
  expectedProblems: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|dynamically imported module|contact-/,
})
test.beforeEach(({ context }) => mockOtherHosts(context))

const openPage = (page: Page, name: string) => getMainNavigation(page).getByRole('link', { name }).click()
const expectHeading = (page: Page, text: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

test('a page whose script fails to load is shown as without JavaScript, and its links work', async ({ page }) => {
  await page.route('**/assets/contact-*.js', (route) => route.abort())
  await page.goto('/contact')
  const picture = page.getByRole('img', { name: getSeedText('contactPage', 'mapImageAlt') }) // in place of the map
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toBeVisible()
  await expectHeading(page, getPageHeading('/contact'))
  await openPage(page, getItemName('/services'))
  await expectHeading(page, getPageHeading('/services'))
})

test('§8.10 a page whose script was removed by a deploy is reloaded once; then a message offers to reload it', async ({
  page,
  context,
  ready,
}) => {
  await page.route('**/assets/contact-*.js', (route) => route.fulfill({ status: 404 }))
  for (const heading of [getPageHeading('/contact'), getLabel('pageUpdated')]) {
    await page.goto('/')
    await ready()
    await openPage(page, getItemName('/contact'))
    await expectHeading(page, heading)
  }

  await test.step('Reload keeps the page offline, and loads it when the connection is back', async () => {
    await context.setOffline(true)
    await page.getByRole('button', { name: getLabel('reload') }).click()
    await expect(page.getByRole('alert').filter({ hasText: getLabel('offline') })).toBeVisible()
    await expect(getMainNavigation(page)).toBeVisible()
    await context.setOffline(false)
    await expectHeading(page, getPageHeading('/contact'))
  })
})
