import type { Page } from '@playwright/test'
import { saveDraftField } from '#tests/setup/contentful/draft-field.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'

test.use(REDUCED_MOTION)

const bannerOf = (page: Page) => page.getByRole('region', { name: 'Preview' })
const toggleOf = (page: Page) => bannerOf(page).getByRole('button', { name: /published/i })
const pathOf = (page: Page) => new URL(page.url()).pathname

/** The page has tests of its own, and its first link is for axe the first one only without a banner. */
const expectNoViolationsInBanner = (page: Page) => expectNoAxeViolations(page, 'section[aria-label="Preview"]')

/** As when the editor comes back from Contentful's window, which a test cannot put before this one. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

test.describe('with a draft', () => {
  test.describe.configure({ mode: 'serial' }) // these change what the CMS holds, and put it back

  test('it is on the page in preview, is listed with its way into the CMS, and visitors do not see it', async ({
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
      expect(pathOf(page)).toBe('/services')
      await expect(bannerOf(page)).toContainText('Visitors see only what is published.')
      await toggleOf(page).click()
      const entry = bannerOf(page)
        .getByRole('listitem')
        .filter({ has: page.locator('[href$="/entries/services-page"]') })
      await expect(entry).toContainText('Changed')
      const link = entry.getByRole('link', { name: /opens in a new tab/ })
      await expect(link).toHaveAttribute('target', '_blank')

      const visitor = await browser.newPage({ ...(baseURL && { baseURL }) })
      await visitor.goto('/services')
      await visitor.waitForLoadState('networkidle')
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(visitor.getByText('Not yet for everybody')).toHaveCount(0)
      await expect(bannerOf(visitor)).toHaveCount(0)
      await visitor.close()
    } finally {
      await restore()
    }
  })

  test('that lacks something, the page shows the site’s own words in its place, and the banner says so', async ({
    page,
    site,
    management,
  }) => {
    const restore = await saveDraftField(management, 'services-page', 'introTitle', undefined)
    try {
      await page.goto(site.previewUrl('/services'))
      await expect(bannerOf(page).getByRole('status')).toContainText('is missing or is not valid')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    } finally {
      await restore()
    }
    await comeBack(page)
    await expect(bannerOf(page).getByRole('status')).toBeEmpty()
  })

  test('what is changed in Contentful meanwhile is there when the editor comes back', async ({
    page,
    site,
    management,
  }) => {
    await page.goto(site.previewUrl('/services'))
    await expect(toggleOf(page)).toHaveText('All published')
    const restore = await saveDraftField(management, 'services-page', 'introTitle', 'Changed meanwhile')
    try {
      await expect(async () => {
        await comeBack(page) // whoever comes back while the page is still asking gets that answer
        await expect(page.getByRole('heading', { name: 'Changed meanwhile' })).toBeVisible({ timeout: 2_000 })
        await expect(toggleOf(page)).toHaveText('1 not published', { timeout: 2_000 })
      }).toPass()
    } finally {
      await restore()
    }
  })

  for (const width of [1440, 390]) {
    test(`axe finds nothing in the banner at ${width} px, closed and open`, async ({ page, site, management }) => {
      const restore = await saveDraftField(management, 'services-page', 'introTitle', 'Not yet for everybody')
      try {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(site.previewUrl('/services'))
        await expect(toggleOf(page)).toBeVisible()
        await expectNoViolationsInBanner(page)
        await toggleOf(page).click()
        await expect(bannerOf(page).getByRole('link', { name: /Health report/ })).toBeVisible()
        await expectNoViolationsInBanner(page)
      } finally {
        await restore()
      }
    })
  }
})

test('each content is asked for once', async ({ page, site }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(site.previewUrl('/services'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path === '/preview/graphql')).toHaveLength(2) // the page's, and the site's
})

test('the way out leads to the page that the editor is on, as visitors see it', async ({ page, site }) => {
  await page.goto(site.previewUrl('/services'))
  await expect(bannerOf(page)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('heading', { name: 'On the right-of-way' })).toBeVisible()
  await bannerOf(page).getByRole('link', { name: 'Leave preview' }).click()
  await expect(bannerOf(page)).toHaveCount(0)
  expect(pathOf(page)).toBe('/gallery')
  await page.goto('/services')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(bannerOf(page)).toHaveCount(0)
})

test('the keyboard comes to the banner first, opens its list, and Escape leads back', async ({ page, site, ready }) => {
  await page.goto(site.previewUrl('/services'))
  await ready() // the banner may appear before the content
  await expect(toggleOf(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(toggleOf(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  const report = bannerOf(page).getByRole('link', { name: /Health report/ })
  await expect(report).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(report).toHaveCount(0)
  await expect(toggleOf(page)).toBeFocused()
  await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Tab')
  await expect(bannerOf(page).getByRole('link', { name: 'Leave preview' })).toBeFocused()
  expect(await page.evaluate(() => scrollY), 'the page stays where it is').toBe(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})

test('the banner covers neither the navigation nor the end of the page, and nothing scrolls sideways', async ({
  page,
  site,
}) => {
  await page.goto(site.previewUrl('/services'))
  await expect(toggleOf(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const width of [1440, 991, 767, 390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    const wanted = { isBelowNavigation: true, isBelowFooter: true, sideways: 0 }
    await expect.poll(() => roomOf(page), { message: `at ${width} px` }).toEqual(wanted)
  }
})

/** With the page scrolled to its end. */
const roomOf = (page: Page) =>
  page.evaluate(() => {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const [banner, header, footer] = ['section[aria-label="Preview"]', 'header', 'footer'].map(box)
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      isBelowNavigation: Boolean(banner && header && banner.top >= header.bottom),
      isBelowFooter: Boolean(banner && footer && footer.bottom <= banner.top + 1),
      sideways: scrollWidth - clientWidth,
    }
  })

test.describe('when drafts cannot be read', () => {
  test.use({ expectedProblems: /502/ })

  test('the banner says so, and asks again when told to', async ({ page, site }) => {
    await page.route('**/preview/graphql', (route) => route.fulfill({ status: 502, body: '' }))
    await page.goto(site.previewUrl('/services'))
    const notice = bannerOf(page).getByRole('status')
    await expect(notice).toContainText('Drafts cannot be read at the moment')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.unroute('**/preview/graphql')
    await bannerOf(page).getByRole('button', { name: 'Try again' }).click()
    await expect(notice).toBeEmpty()
  })

  test('the list of what is not published can fail alone', async ({ page, site }) => {
    await page.route('**/preview/state', (route) => route.fulfill({ status: 502, body: '' }))
    await page.goto(site.previewUrl('/services'))
    await expect(bannerOf(page).getByRole('status')).toContainText('The list of what is not published')
    await page.unroute('**/preview/state')
    await bannerOf(page).getByRole('button', { name: 'Try again' }).click()
    await expect(toggleOf(page)).toBeVisible()
  })
})

test.describe('when the preview is over', () => {
  test.use({ expectedProblems: /401/ })

  test('the banner says how to come back, and shows the way to the published page', async ({ page, context, site }) => {
    await page.goto(site.previewUrl('/services'))
    await expect(toggleOf(page)).toBeVisible()
    await context.clearCookies()
    await comeBack(page)
    await expect(bannerOf(page).getByRole('status')).toContainText('open the preview from Contentful again')
    await bannerOf(page).getByRole('link', { name: 'Show the published page' }).click()
    await expect(bannerOf(page)).toHaveCount(0)
    expect(pathOf(page)).toBe('/services')
  })
})

for (const type of ['js', 'css']) {
  test.describe(`where its ${type} cannot be loaded`, () => {
    test.use({ expectedProblems: /start-preview|Failed to load resource/ })

    test('a sentence says so', async ({ page, site }) => {
      await page.route(`**/assets/start-preview*.${type}`, (route) => route.abort())
      await page.goto(site.previewUrl('/services'))
      await expect(page.getByText('The preview could not be loaded. Please reload the page.')).toBeVisible()
    })
  })
}

test('visitors load nothing of the preview, also not with ?preview=true', async ({ page, ready }) => {
  const asked: string[] = []
  const scripts: Promise<string>[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text())
  })
  await page.goto('/services?preview=true')
  await ready()
  expect(scripts.length, 'what every page needs is not cut up for the preview').toBeLessThan(8)
  for (const [name, path] of [
    ['Gallery', '/gallery'],
    ['Contact', '/contact'],
    ['Home', '/'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect.poll(() => pathOf(page)).toBe(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.waitForLoadState('networkidle')
  await expect(bannerOf(page)).toHaveCount(0)
  await expect(page.locator('[data-contentful-entry-id]')).toHaveCount(0)
  expect(asked.filter((path) => path.startsWith('/preview'))).toEqual([])
  const code = (await Promise.all(scripts)).join('\n')
  expect(code).toContain('/gallery') // it is the site's script that was read
  for (const trace of ['live-preview-sdk', 'data-contentful', '/preview/state', 'Leave preview']) {
    expect(code, trace).not.toContain(trace)
  }
})
