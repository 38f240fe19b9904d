import type { Page, Route } from '@playwright/test'
import { saveDraft, saveDraftField } from '#tests/setup/content.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getItemName, getMainNavigation, getPageHeading } from '#tests/setup/e2e/site-pages.ts'
import { measureHorizontalOverflow } from '#tests/setup/e2e/text-fit.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { expectNoAxeViolations } from './axe.ts'
import { openMockEditor } from './mock-contentful-editor.ts'

test.use(REDUCED_MOTION)

const getBanner = (page: Page) => page.getByRole('region', { name: 'Preview' })
const getToggle = (page: Page) => getBanner(page).getByRole('button', { name: /published/i })
const getNotice = (page: Page) => getBanner(page).getByRole('status')
const getHeading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const getPath = (page: Page) => new URL(page.url()).pathname

/**
 * Simulates that the editor returns from Contentful's window (a test cannot switch windows), until what is expected has
 * happened: while a request of the preview is pending, the page ignores a focus.
 */
const focusUntil = (page: Page, expected: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expected()
  }).toPass()

/** Of each attempt of `focusUntil`. */
const ATTEMPT = { timeout: 2000 }

/** Records the queries of the preview. */
function recordQueries(page: Page) {
  const queries: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/preview/graphql')) queries.push(request.postDataJSON())
  })
  return queries
}

test('§10.10 §10.15 an editor sees drafts as they change, under a banner that lists them, and visitors do not', async ({
  page,
  site,
  management,
}) => {
  const saveTitle = (title: string | undefined) =>
    saveDraft({ client: management }, 'services-page', 'introTitle', title)
  const [publishedTitle = ''] = /^[\w ]*/.exec(getSeedText('servicesPage', 'introTitle')) ?? [] // as in HTML
  const queries = recordQueries(page)
  const restore = await saveDraftField(management, 'services-page', 'introTitle', 'Not yet for everybody')
  try {
    await test.step('the page shows the draft, and requests each content once, by the name of its query', async () => {
      await page.goto(site.previewUrl('/services'))
      await expect(getHeading(page, 'Not yet for everybody')).toBeVisible()
      expect(getPath(page)).toBe('/services')
      expect(queries).toHaveLength(2)
      for (const name of ['services', 'site']) expect(queries).toContainEqual({ name, variables: {} })
    })
    await test.step('the banner lists the draft with a link to its entry', async () => {
      await expect(getBanner(page)).toContainText('Visitors see only what is published.')
      await getToggle(page).click()
      const item = getBanner(page).getByRole('listitem').filter({ hasText: 'Changed' })
      const link = item.getByRole('link', { name: /opens in a new tab/ })
      await expect(link).toHaveAttribute('href', /\/entries\/services-page$/)
      // Only the banner: other tests check the page, and with a banner axe does not recognize the skip link.
      await expectNoAxeViolations(page, { part: 'section[aria-label="Preview"]' })
    })
    await test.step('visitors see neither the draft nor the banner', async () => {
      for (const path of ['/services', '/content/services.json']) {
        const text = await (await fetch(`${site.url}${path}`)).text()
        expect(text).toContain(publishedTitle)
        expect(text).not.toContain('Not yet for everybody')
        expect(text).not.toContain('data-preview')
      }
    })
    await test.step('a change is shown when the editor returns to the window', async () => {
      await saveTitle('Changed meanwhile')
      await focusUntil(page, () => expect(getHeading(page, 'Changed meanwhile')).toBeVisible(ATTEMPT))
    })
    await test.step('a missing text is reported, and the published one shown', async () => {
      await saveTitle(undefined)
      await focusUntil(page, () => expect(getNotice(page)).toContainText('is missing or is not valid', ATTEMPT))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  } finally {
    await restore()
  }
  await test.step('the editor leaves on another page, which stays, as it is published', async () => {
    await getMainNavigation(page)
      .getByRole('link', { name: getItemName('/contact') })
      .click()
    await expect(getHeading(page, getPageHeading('/contact'))).toBeVisible()
    await getBanner(page).getByRole('link', { name: 'Leave preview' }).click()
    await expect(getBanner(page)).toHaveCount(0)
    expect(getPath(page)).toBe('/contact')
    await expect(getHeading(page, getPageHeading('/contact'))).toBeVisible()
  })
})

test('the banner is operated by keyboard, and covers nothing of the page at any width', async ({
  page,
  site,
  ready,
}) => {
  await page.goto(site.previewUrl('/services'))
  await ready() // the banner may appear before the content
  await expect(getToggle(page)).toHaveText('All published')
  const report = getBanner(page).getByRole('link', { name: /Content report/ })
  await test.step('Tab reaches the banner first, Enter opens its list and Escape closes it', async () => {
    await page.keyboard.press('Tab')
    await expect(getToggle(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(getToggle(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Tab')
    await expect(report).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(report).toHaveCount(0)
    await expect(getToggle(page)).toBeFocused()
    await expect(getToggle(page)).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Tab')
    await expect(getBanner(page).getByRole('link', { name: 'Leave preview' })).toBeFocused()
    expect(await page.evaluate(() => scrollY), 'the page does not scroll').toBe(0)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: getLabel('skipToContent') })).toBeFocused()
  })
  await test.step('the navigation and the end of the page stay visible', async () => {
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const expected = { isBelowNavigation: true, isBelowFooter: true }
      await expect.poll(() => measureBanner(page), { message: `at ${width} px` }).toEqual(expected)
      expect(await measureHorizontalOverflow(page), `at ${width} px`).toBe(0)
    }
  })
})

test('§10.7 the content report fits phones and desktops, and axe finds nothing in it', async ({
  page,
  site,
  management,
}) => {
  const restore = await saveDraftField(management, 'services-page', 'introTitle', undefined)
  try {
    await page.goto(site.previewUrl('/services'))
    await page.goto(`${site.url}/preview/report`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoAxeViolations(page)
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 700 })
      expect(await measureHorizontalOverflow(page), `at ${width} px`).toBe(0)
      const expected = { figuresInset: 0, findingPadding: width > 480 ? '16px' : '12px' }
      expect(await page.evaluate(measureReport), `at ${width} px`).toEqual(expected)
    }
  } finally {
    await restore()
  }
})

function measureReport() {
  const leftOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN
  const finding = document.querySelector('.findings > li')
  return {
    figuresInset: leftOf('.figures b') - leftOf('h1'),
    findingPadding: finding && getComputedStyle(finding).padding,
  }
}

/** Scrolls to the end of the page and measures the banner. */
const measureBanner = (page: Page) =>
  page.evaluate(() => {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const [banner, header, footer] = ['section[aria-label="Preview"]', 'header', 'footer'].map(box)
    return {
      isBelowNavigation: Boolean(banner && header && banner.top >= header.bottom),
      isBelowFooter: Boolean(banner && footer && footer.bottom <= banner.top + 1),
    }
  })

test.describe(() => {
  test.use({ expectedProblems: /401|409|502|start-preview|Failed to load resource/ })

  test('§10.14 a preview that fails says so: unread drafts are requested again, and an ended session links to the published page', async ({
    page,
    context,
    site,
  }) => {
    await test.step('its script cannot be loaded', async () => {
      await page.route('**/assets/start-preview*.js', (route) => route.abort())
      await page.goto(site.previewUrl('/services'))
      await expect(page.getByText('The preview could not be loaded. Please reload the page.')).toBeVisible()
      await page.unroute('**/assets/start-preview*.js')
    })
    await test.step('drafts cannot be read', async () => {
      await page.route('**/preview/graphql', (route) => route.fulfill({ status: 502, body: '' }))
      await page.goto(site.previewUrl('/services'))
      await expect(getNotice(page)).toContainText('Drafts cannot be read at the moment')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.unroute('**/preview/graphql')
      await getBanner(page).getByRole('button', { name: 'Try again' }).click()
      await expect(getNotice(page)).toBeEmpty()
    })
    await test.step('a name that the server knows in no build loads the page again, once until there is a response', async () => {
      const respondUnknown = (route: Route) => route.fulfill({ status: 409, body: '' })
      let loads = 0
      page.on('load', () => {
        loads += 1
      })
      await page.route('**/preview/graphql', respondUnknown)
      await page.goto(site.previewUrl('/services'))
      await expect(getNotice(page)).toContainText('Drafts cannot be read at the moment')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(loads).toBe(2)
      await page.unroute('**/preview/graphql')
      await getBanner(page).getByRole('button', { name: 'Try again' }).click()
      await expect(getNotice(page)).toBeEmpty()
      await page.route('**/preview/graphql', respondUnknown, { times: 1 })
      await focusUntil(page, () => expect.poll(() => loads, ATTEMPT).toBe(3))
      await expect(getNotice(page)).toBeEmpty()
    })
    await test.step('the session has ended', async () => {
      await context.clearCookies()
      const notice = 'open the preview from Contentful again'
      await focusUntil(page, () => expect(getNotice(page)).toContainText(notice, ATTEMPT))
      await getBanner(page).getByRole('link', { name: 'Show the published page' }).click()
      await expect(getBanner(page)).toHaveCount(0)
      expect(getPath(page)).toBe('/services')
    })
  })
})

test('§10.12 a browser that blocks cookies says why there are no drafts, in a tab and in the frame of the editor', async ({
  page,
  context,
  site,
}) => {
  await context.route('**/preview?**', async (route) => {
    const { status, headers } = await fetch(route.request().url(), { redirect: 'manual' })
    const { 'set-cookie': cookie, ...kept } = Object.fromEntries(headers)
    expect(cookie).toContain('__Host-preview')
    await route.fulfill({ status, headers: kept })
  })
  await page.goto(site.previewUrl('/services'))
  await expect(getHeading(page, 'The drafts cannot be shown')).toBeVisible()
  expect(page.url(), 'without the secret').toBe(`${site.url}/preview/entered?path=%2Fservices`)
  await expectNoAxeViolations(page)

  const editor = await openMockEditor(page, site.editorOrigin, site.previewUrl('/services'))
  await expect(editor.preview.getByRole('heading', { name: 'The drafts cannot be shown' })).toBeVisible()
  const [published] = await Promise.all([
    context.waitForEvent('page'),
    editor.preview.getByRole('link', { name: 'Open the page as visitors see it' }).click(),
  ])
  await expect(published.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/services'))
  await expect(published.getByRole('region', { name: 'Preview' })).toHaveCount(0)
})
