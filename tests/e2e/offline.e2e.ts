import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import * as z from 'zod'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import {
  expectInputKept,
  fillContactForm,
  getContactField,
  waitForGuestSession,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from '#tests/setup/e2e/mock-google-maps.ts'

test.beforeEach(({ page }) => mockGoogleMaps(page))

test.use({
  expectedProblems:
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_FAILED|hero video does not play|Guest session failed to start/,
})

const OFFLINE_TEXT = 'You are offline. The page opens when the connection is back.'
const MESSAGE = 'Sixteen miles, by May.'

const getNavigationLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
const getOfflineMessage = (page: Page) => page.getByRole('alert').getByText(OFFLINE_TEXT)
const expectHeading = (page: Page, text: string) =>
  expect(page.getByRole('heading', { level: 1 }), `heading of ${page.url()}`).toHaveText(text)

const countPendingStylesheets = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('link')].filter(
        (link) => link.rel === 'stylesheet' && !link.disabled && !link.sheet,
      ).length,
  )

/** Opens the contact page, so that the scripts of the other pages are not loaded, and fills in the form. */
async function openContactPage(page: Page, ready: () => Promise<void>): Promise<void> {
  const session = waitForGuestSession(page)
  await page.goto('/contact')
  await ready()
  await session
  await page.waitForLoadState('networkidle')
  await fillContactForm(page, MESSAGE)
  // A form that is rendered again does not have the attribute.
  await page.locator('form').evaluate((form) => form.setAttribute('data-same', ''))
}

/** Asserts that the contact page is shown, with the same form and the input. */
async function expectContactPageKept(page: Page): Promise<void> {
  await expectHeading(page, 'Drop Us A Line')
  await expect(page).toHaveTitle(/^Contact us/)
  await expectInputKept(page, MESSAGE)
  await expect(page.locator('form[data-same]')).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveText('Contact')
  await expect(page.getByRole('status').getByText('Loading')).toBeHidden()
}

for (const { connection, disconnect, connect } of [
  {
    connection: 'offline',
    disconnect: (context: BrowserContext) => context.setOffline(true),
    connect: (context: BrowserContext) => context.setOffline(false),
  },
  {
    connection: 'when the server cannot be reached, although the browser reports a connection',
    disconnect: (context: BrowserContext) => context.route('**', (route) => route.abort('connectionfailed')),
    connect: (context: BrowserContext) => context.unroute('**'),
  },
]) {
  test(`${connection}, a link to a page that is not loaded keeps the page and its input, and opens the page later`, async ({
    page,
    context,
    ready,
  }) => {
    await openContactPage(page, ready)
    await disconnect(context)
    await getNavigationLink(page, 'Services').click()
    await expect(getOfflineMessage(page)).toBeVisible()
    await expectContactPageKept(page)
    await expectNoAxeViolations(page)
    await connect(context)
    await expectHeading(page, 'What We Do')
    await expect(page).toHaveURL('/services')
    await expect(page).toHaveTitle(/^What we do/)
    await expect(getOfflineMessage(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    expect(await countPendingStylesheets(page)).toBe(0)
    await page.goBack()
    await expectHeading(page, 'Drop Us A Line')
    await expectInputKept(page, MESSAGE) // the draft
  })
}

test('offline, the message stays until it is closed, and the page still opens later', async ({
  page,
  context,
  ready,
}) => {
  await page.clock.install()
  await openContactPage(page, ready)
  await context.setOffline(true)
  await getNavigationLink(page, 'Services').click()
  await expect(getOfflineMessage(page)).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(getOfflineMessage(page)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(1_000)
  await expect(getOfflineMessage(page)).toBeHidden()
  await expectContactPageKept(page)
  await getNavigationLink(page, 'Services').click()
  await expect(getOfflineMessage(page)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(1_000)
  await context.setOffline(false)
  await expectHeading(page, 'What We Do')
})

test('when requests get no response, the page is kept, and the wanted page is loaded again later', async ({
  page,
  context,
  ready,
}) => {
  await page.clock.install()
  await openContactPage(page, ready)
  await context.route('**', () => {}) // no response
  await getNavigationLink(page, 'Services').click()
  await expect(page.getByRole('status').getByText('Loading')).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(getOfflineMessage(page)).toBeVisible()
  await expectContactPageKept(page)
  await context.unroute('**')
  await page.clock.runFor(3_000)
  await expect(getOfflineMessage(page)).toBeHidden()
  await page.clock.runFor(10_000) // the first request still has no response
  await expectHeading(page, 'What We Do')
  await expect(page).toHaveURL('/services')
})

test('offline, the last of two links is opened later', async ({ page, context, ready }) => {
  await openContactPage(page, ready)
  await context.setOffline(true)
  await getNavigationLink(page, 'Services').click()
  await expect(getOfflineMessage(page)).toBeVisible()
  await getNavigationLink(page, 'Gallery').click()
  await expect(getOfflineMessage(page)).toBeVisible()
  await expectContactPageKept(page)
  await context.setOffline(false)
  await expectHeading(page, 'Past Work and Projects')
  await expect(page).toHaveURL('/gallery')
})

test('offline, a link to the current page ends the waiting', async ({ page, context, ready }) => {
  await openContactPage(page, ready)
  await context.setOffline(true)
  await getNavigationLink(page, 'Services').click()
  await expect(getOfflineMessage(page)).toBeVisible()
  await getNavigationLink(page, 'Contact').click()
  await expect(getOfflineMessage(page)).toBeHidden()
  await expectContactPageKept(page)
  const response = page.waitForResponse(/\/favicon\.svg$/)
  await context.setOffline(false)
  await page.evaluate(() => fetch('/favicon.svg'))
  await response
  await expectContactPageKept(page)
  await expect(page).toHaveURL('/contact')
})

test('offline, pages that were visited open', async ({ page, context, ready }) => {
  await page.goto('/gallery')
  await ready()
  await getNavigationLink(page, 'Contact').click()
  await expectHeading(page, 'Drop Us A Line')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await getNavigationLink(page, 'Gallery').click()
  await expectHeading(page, 'Past Work and Projects')
  await page.goBack()
  await expectHeading(page, 'Drop Us A Line')
  await expect(getOfflineMessage(page)).toBeHidden()
})

test('offline, Back to a page that is not loaded keeps the page, and Forward ends the waiting', async ({
  page,
  context,
  ready,
}) => {
  await page.goto('/')
  await ready()
  await getNavigationLink(page, 'Contact').click()
  await expectHeading(page, 'Drop Us A Line')
  await openContactPage(page, ready) // loads the page again: the script of Home is not loaded any more
  await context.setOffline(true)
  await page.evaluate(() => history.back())
  await expect(getOfflineMessage(page)).toBeVisible()
  await expectContactPageKept(page)
  await page.getByRole('button', { name: 'Close' }).focus()
  await page.evaluate(() => history.forward())
  await expect(getOfflineMessage(page)).toBeHidden()
  await expect(getContactField(page, 'Message')).toBeFocused() // as before the button
  await expectContactPageKept(page)
  await page.evaluate(() => history.back())
  await expect(getOfflineMessage(page)).toBeVisible()
  await context.setOffline(false)
  await expectHeading(page, 'Pipelines built to outlast us')
  await expect(page).toHaveURL('/')
})

test('offline, a page whose script is loaded but whose content is not opens later', async ({
  page,
  context,
  ready,
  site,
}) => {
  const script = await findChunk(site.outDir, SERVICES_ROUTE)
  await openContactPage(page, ready)
  await page.route('**/content/services.json', (route) => route.abort('connectionfailed'))
  const failure = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/content/services.json'))
  const response = page.waitForResponse((response) => response.url().endsWith(script))
  await getNavigationLink(page, 'Services').hover() // loads the script
  await Promise.all([failure, response])
  await context.setOffline(true)
  await getNavigationLink(page, 'Services').click()
  await expect(getOfflineMessage(page)).toBeVisible()
  await expectContactPageKept(page)
  await page.unroute('**/content/services.json')
  await context.setOffline(false)
  await expectHeading(page, 'What We Do')
})

test('a link whose script gets no response does not reload the page when it is only hovered', async ({
  page,
  ready,
  site,
}) => {
  const script = await findChunk(site.outDir, SERVICES_ROUTE)
  await page.clock.install()
  await openContactPage(page, ready)
  await page.route(`**/${script}`, () => {}) // no response
  const content = page.waitForResponse('**/content/services.json')
  await getNavigationLink(page, 'Services').hover()
  await page.clock.runFor(1_000)
  await content
  await page.clock.runFor(15_000)
  await page.waitForLoadState('networkidle')
  await expectContactPageKept(page)
})

test('offline, hovering links causes no errors', async ({ page, context, ready }) => {
  await openContactPage(page, ready)
  await context.setOffline(true)
  for (const name of ['Home', 'Gallery', 'Services']) {
    const failure = page.waitForEvent('requestfailed')
    await getNavigationLink(page, name).hover()
    await failure
  }
  await expectContactPageKept(page)
  await expect(page.getByRole('alert')).toBeEmpty()
  await context.setOffline(false)
  await getNavigationLink(page, 'Gallery').click()
  await expectHeading(page, 'Past Work and Projects')
})

test.describe('after a deploy', () => {
  test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_FAILED|dynamically imported module/ })

  test('a page whose script is gone when the connection is back is loaded again', async ({
    page,
    context,
    ready,
    site,
  }) => {
    await openContactPage(page, ready)
    await context.setOffline(true)
    await getNavigationLink(page, 'Services').click()
    await expect(getOfflineMessage(page)).toBeVisible()
    const script = await findChunk(site.outDir, SERVICES_ROUTE)
    await page.route(`**/${script}`, (route) => route.abort('connectionfailed'), { times: 2 })
    const reloaded = page.waitForEvent('load')
    await context.setOffline(false)
    await reloaded
    await expect(page).toHaveURL('/services')
    await expectHeading(page, 'What We Do')
  })
})

const manifestSchema = z.record(z.string(), z.object({ file: z.string() }))

/** Returns the path of the chunk of a source file, relative to the root of the site. */
async function findChunk(outDir: string, source: string): Promise<string> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')))
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build has no chunk for ${source}`)
  return chunk.file
}

const SERVICES_ROUTE = 'src/routes/services.tsx?tsr-split=component'
