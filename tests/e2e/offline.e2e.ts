import type { Page } from '@playwright/test'
import { expectInputKept, fillContactForm, waitForGuestSession } from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getItemName, getMainNavigation, getPageHeading } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { expectNoAxeViolations } from './axe.ts'
import { countMissingStylesheets } from './missing-stylesheets.ts'
import { mockGoogleMaps } from './mock-google-maps.ts'

test.use({
  ...REDUCED_MOTION,
  expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_FAILED|Guest session failed/,
})
test.beforeEach(({ page }) => mockGoogleMaps(page))

const MESSAGE = 'Sixteen miles, by May.'

const getLink = (page: Page, name: string) => getMainNavigation(page).getByRole('link', { name })
const getOfflineMessage = (page: Page) => page.getByRole('alert').getByText(getLabel('offline'))
const expectHeading = (page: Page, text: string) =>
  expect(page.getByRole('heading', { level: 1 }), `heading of ${page.url()}`).toHaveText(text)

/** Fills in the form and marks it: a form that is rendered again has no mark. */
async function fillMarkedForm(page: Page): Promise<void> {
  await fillContactForm(page, MESSAGE)
  await page.locator('form').evaluate((form) => form.setAttribute('data-same', ''))
}

/** Asserts that the contact page is shown, with the same form and the input. */
async function expectContactPageKept(page: Page): Promise<void> {
  await expectHeading(page, getPageHeading('/contact'))
  await expect(page).toHaveTitle(getSeedText('seo', 'title', getSeedText('contactPage', 'seo')))
  await expectInputKept(page, MESSAGE)
  await expect(page.locator('form[data-same]')).toHaveCount(1)
  await expect(getMainNavigation(page).locator('[aria-current]')).toHaveText(getItemName('/contact'))
  await expect(page.getByRole('status').getByText(getLabel('loading'))).toBeHidden()
}

test('§8.9 a link to a page that cannot be reached keeps the page and its text, and opens later', async ({
  page,
  context,
  ready,
}) => {
  await page.clock.install()
  const mapStyles = '**/assets/google-map-*.css'
  let failures = 0
  await page.route(mapStyles, (route) => {
    failures++
    return route.abort('connectionfailed')
  })
  const session = waitForGuestSession(page)
  await page.goto('/contact') // does not load the scripts of the other pages
  await ready()
  await session
  await fillMarkedForm(page)

  await test.step('the server cannot be reached, and the browser reports a connection', async () => {
    await context.route('**', (route) => route.abort('connectionfailed'))
    const countFailures = async () => {
      await page.clock.runFor(1_000)
      return failures
    }
    // the seventh request would follow after 32 s
    await expect.poll(countFailures, { message: 'requests of the style sheet of the map', intervals: [50] }).toBe(6)
    await getLink(page, getItemName('/services')).click()
    await expect(getOfflineMessage(page)).toBeVisible()
    await expectContactPageKept(page)
    await expectNoAxeViolations(page, { part: '[data-snack-bar]' })
  })

  await test.step('the page opens when the server responds, and Back shows the form with its text', async () => {
    await page.unroute(mapStyles) // first: the page opens as soon as the other route is gone
    await context.unroute('**')
    await expectHeading(page, getPageHeading('/services'))
    await expect(page).toHaveURL('/services')
    await expect(getOfflineMessage(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    await expect.poll(() => countMissingStylesheets(page), { timeout: 10_000 }).toBe(0)
    await page.goBack()
    await expectHeading(page, getPageHeading('/contact'))
    await expectInputKept(page, MESSAGE) // the draft
  })

  await context.setOffline(true)

  await test.step('offline, a visited page opens', async () => {
    await getLink(page, getItemName('/services')).click()
    await expectHeading(page, getPageHeading('/services'))
    await page.goBack()
    await expectHeading(page, getPageHeading('/contact'))
    await expect(getOfflineMessage(page)).toBeHidden()
  })

  await fillMarkedForm(page)

  await test.step('a hovered link causes no message', async () => {
    const failure = page.waitForEvent('requestfailed')
    await getLink(page, getItemName('/gallery')).hover()
    await failure
    await expect(page.getByRole('alert')).toBeEmpty()
  })

  await test.step('a link to the current page ends the waiting', async () => {
    await getLink(page, getItemName('/gallery')).click()
    await expect(getOfflineMessage(page)).toBeVisible()
    await getLink(page, getItemName('/contact')).click()
    await expect(getOfflineMessage(page)).toBeHidden()
    await expectContactPageKept(page)
  })

  await test.step('Back to a page that is not loaded waits, and Forward ends the waiting', async () => {
    await page.evaluate(() => history.back())
    await expect(getOfflineMessage(page)).toBeVisible()
    await expectContactPageKept(page)
    await page.evaluate(() => history.forward())
    await expect(getOfflineMessage(page)).toBeHidden()
  })

  await test.step('the message of the last link stays until it is closed, and its page opens later', async () => {
    for (const name of [getItemName('/gallery'), getItemName('/')]) {
      await getLink(page, name).click()
      await expect(getOfflineMessage(page)).toBeVisible()
    }
    await page.clock.runFor(60_000)
    await expect(getOfflineMessage(page)).toBeVisible()
    await page.getByRole('button', { name: getLabel('close') }).press('Escape')
    await expect(getOfflineMessage(page)).toBeHidden()
    await context.setOffline(false)
    await expectHeading(page, getPageHeading('/'))
    await expect(page).toHaveURL('/')
  })
})
