import type { Page } from '@playwright/test'
import { saveDraftField } from '#tests/setup/contentful/draft-field.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'

test.use(REDUCED_MOTION)

const getBanner = (page: Page) => page.getByRole('region', { name: 'Preview' })
const getToggle = (page: Page) => getBanner(page).getByRole('button', { name: /published/i })
const getPath = (page: Page) => new URL(page.url()).pathname

/** Checks only the banner: other tests check the page, and with a banner axe does not recognize the skip link. */
const expectNoViolationsInBanner = (page: Page) => expectNoAxeViolations(page, 'section[aria-label="Preview"]')

/** Simulates that the editor returns from Contentful's window: a test cannot switch windows. */
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

test.describe('with a draft', () => {
  test.describe.configure({ mode: 'serial' }) // the tests change content of the CMS and restore it

  test('the preview shows the draft and a link to its entry, and visitors do not see it', async ({
    page,
    browser,
    baseURL,
    site,
    management,
  }) => {
    const restore = await saveDraftField(management, 'services-page', 'introTitle', 'Not yet for everybody')
    try {
      await page.goto(site.previewUrl('/services'))
      await expect(page.getByRole('heading', { name: 'Not yet for everybody' })).toBeVisible()
      expect(getPath(page)).toBe('/services')
      await expect(getBanner(page)).toContainText('Visitors see only what is published.')
      await getToggle(page).click()
      const draftItem = getBanner(page)
        .getByRole('listitem')
        .filter({ has: page.locator('[href$="/entries/services-page"]') })
      await expect(draftItem).toContainText('Changed')
      const link = draftItem.getByRole('link', { name: /opens in a new tab/ })
      await expect(link).toHaveAttribute('target', '_blank')

      const visitor = await browser.newPage({ ...(baseURL && { baseURL }) })
      await visitor.goto('/services')
      await visitor.waitForLoadState('networkidle')
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(visitor.getByText('Not yet for everybody')).toHaveCount(0)
      await expect(getBanner(visitor)).toHaveCount(0)
      await visitor.close()
    } finally {
      await restore()
    }
  })

  test('without a required field, the page shows the fallback text and the banner reports it', async ({
    page,
    site,
    management,
  }) => {
    const restore = await saveDraftField(management, 'services-page', 'introTitle', undefined)
    try {
      await page.goto(site.previewUrl('/services'))
      await expect(getBanner(page).getByRole('status')).toContainText('is missing or is not valid')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    } finally {
      await restore()
    }
    await focusWindow(page)
    await expect(getBanner(page).getByRole('status')).toBeEmpty()
  })

  test('a change in Contentful is shown when the editor returns to the window', async ({ page, site, management }) => {
    await page.goto(site.previewUrl('/services'))
    await expect(getToggle(page)).toHaveText('All published')
    const restore = await saveDraftField(management, 'services-page', 'introTitle', 'Changed meanwhile')
    try {
      await expect(async () => {
        await focusWindow(page) // repeated, because the event is ignored while a request is pending
        await expect(page.getByRole('heading', { name: 'Changed meanwhile' })).toBeVisible({ timeout: 2_000 })
        await expect(getToggle(page)).toHaveText('1 not published', { timeout: 2_000 })
      }).toPass()
    } finally {
      await restore()
    }
  })

  for (const width of [1440, 390]) {
    test(`axe finds no violations in the closed and open banner at ${width} px`, async ({ page, site, management }) => {
      const restore = await saveDraftField(management, 'services-page', 'introTitle', 'Not yet for everybody')
      try {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(site.previewUrl('/services'))
        await expect(getToggle(page)).toBeVisible()
        await expectNoViolationsInBanner(page)
        await getToggle(page).click()
        await expect(getBanner(page).getByRole('link', { name: /Content report/ })).toBeVisible()
        await expectNoViolationsInBanner(page)
      } finally {
        await restore()
      }
    })
  }
})

test('a path in another capitalization opens its page', async ({ page, site }) => {
  await page.goto(site.previewUrl('/GALLERY//'))
  await expect(getBanner(page)).toBeVisible()
  await expect(page).toHaveURL('/gallery')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past Work and Projects')
})

test('requests each content once', async ({ page, site }) => {
  const requestPaths: string[] = []
  page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname))
  await page.goto(site.previewUrl('/services'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requestPaths.filter((path) => path === '/preview/graphql')).toHaveLength(2) // the content of the page and of the site
})

test('leaving the preview shows the published version of the current page', async ({ page, site }) => {
  await page.goto(site.previewUrl('/services'))
  await expect(getBanner(page)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('heading', { name: 'On the right-of-way' })).toBeVisible()
  await getBanner(page).getByRole('link', { name: 'Leave preview' }).click()
  await expect(getBanner(page)).toHaveCount(0)
  expect(getPath(page)).toBe('/gallery')
  await page.goto('/services')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(getBanner(page)).toHaveCount(0)
})

test('Tab reaches the banner first, Enter opens its list and Escape closes it', async ({ page, site, ready }) => {
  await page.goto(site.previewUrl('/services'))
  await ready() // the banner may appear before the content
  await expect(getToggle(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(getToggle(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(getToggle(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  const report = getBanner(page).getByRole('link', { name: /Content report/ })
  await expect(report).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(report).toHaveCount(0)
  await expect(getToggle(page)).toBeFocused()
  await expect(getToggle(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Tab')
  await expect(getBanner(page).getByRole('link', { name: 'Leave preview' })).toBeFocused()
  expect(await page.evaluate(() => scrollY), 'the page does not scroll').toBe(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})

test('the banner covers neither the navigation nor the end of the page, which does not scroll horizontally', async ({
  page,
  site,
}) => {
  await page.goto(site.previewUrl('/services'))
  await expect(getToggle(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const width of [1440, 991, 767, 390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    const expected = { isBelowNavigation: true, isBelowFooter: true, horizontalOverflow: 0 }
    await expect.poll(() => measureBanner(page), { message: `at ${width} px` }).toEqual(expected)
  }
})

/** Scrolls to the end of the page and measures the banner. */
const measureBanner = (page: Page) =>
  page.evaluate(() => {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const [banner, header, footer] = ['section[aria-label="Preview"]', 'header', 'footer'].map(box)
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      isBelowNavigation: Boolean(banner && header && banner.top >= header.bottom),
      isBelowFooter: Boolean(banner && footer && footer.bottom <= banner.top + 1),
      horizontalOverflow: scrollWidth - clientWidth,
    }
  })

test.describe('when drafts cannot be read', () => {
  test.use({ expectedProblems: /502/ })

  test('the banner reports it, and Try again sends the request again', async ({ page, site }) => {
    await page.route('**/preview/graphql', (route) => route.fulfill({ status: 502, body: '' }))
    await page.goto(site.previewUrl('/services'))
    const notice = getBanner(page).getByRole('status')
    await expect(notice).toContainText('Drafts cannot be read at the moment')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.unroute('**/preview/graphql')
    await getBanner(page).getByRole('button', { name: 'Try again' }).click()
    await expect(notice).toBeEmpty()
  })

  test('the banner reports that only the list of drafts cannot be loaded', async ({ page, site }) => {
    await page.route('**/preview/state', (route) => route.fulfill({ status: 502, body: '' }))
    await page.goto(site.previewUrl('/services'))
    await expect(getBanner(page).getByRole('status')).toContainText('The list of what is not published')
    await page.unroute('**/preview/state')
    await getBanner(page).getByRole('button', { name: 'Try again' }).click()
    await expect(getToggle(page)).toBeVisible()
  })
})

test.describe('when the preview session has ended', () => {
  test.use({ expectedProblems: /401/ })

  test('the banner explains how to start a new one and links to the published page', async ({
    page,
    context,
    site,
  }) => {
    await page.goto(site.previewUrl('/services'))
    await expect(getToggle(page)).toBeVisible()
    await context.clearCookies()
    await focusWindow(page)
    await expect(getBanner(page).getByRole('status')).toContainText('open the preview from Contentful again')
    await getBanner(page).getByRole('link', { name: 'Show the published page' }).click()
    await expect(getBanner(page)).toHaveCount(0)
    expect(getPath(page)).toBe('/services')
  })
})

for (const type of ['js', 'css']) {
  test.describe(`when its ${type} file cannot be loaded`, () => {
    test.use({ expectedProblems: /start-preview|Failed to load resource/ })

    test('shows a message', async ({ page, site }) => {
      await page.route(`**/assets/start-preview*.${type}`, (route) => route.abort())
      await page.goto(site.previewUrl('/services'))
      await expect(page.getByText('The preview could not be loaded. Please reload the page.')).toBeVisible()
    })
  })
}

test('visitors load no code of the preview, even with ?preview=true', async ({ page, ready }) => {
  const requestPaths: string[] = []
  const scripts: Promise<string>[] = []
  page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname))
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text())
  })
  await page.goto('/services?preview=true')
  await ready()
  expect(scripts.length, 'shared code is not split into more scripts for the preview').toBeLessThan(8)
  for (const [name, path] of [
    ['Gallery', '/gallery'],
    ['Contact', '/contact'],
    ['Home', '/'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect.poll(() => getPath(page)).toBe(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.waitForLoadState('networkidle')
  await expect(getBanner(page)).toHaveCount(0)
  await expect(page.locator('[data-contentful-entry-id]')).toHaveCount(0)
  expect(requestPaths.filter((path) => path.startsWith('/preview'))).toEqual([])
  const code = (await Promise.all(scripts)).join('\n')
  expect(code).toContain('/gallery') // the scripts of the site were read
  for (const text of ['live-preview-sdk', 'data-contentful', '/preview/state', 'Leave preview']) {
    expect(code, text).not.toContain(text)
  }
})
