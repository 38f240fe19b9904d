import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { SITE_URL } from '#tests/setup/e2e/offline-env.ts'
import { getItemName, getMainNavigation, sitePages } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { readLayoutShift, recordLayoutShift } from './layout-shift.ts'
import { readOpacity } from './reveal-animations.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('§2 every page can be read without JavaScript, and the menu leads to the others', async ({ page }) => {
    for (const { path, text } of sitePages) {
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByText(text).first()).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
        for (const title of await page.getByRole('heading', { level: 2 }).all())
          expect(await readOpacity(title)).toBe(1)
        if (path === '/contact')
          await expect(page.getByRole('img', { name: getSeedText('contactPage', 'mapImageAlt') })).toBeVisible()
      })
    }
    await test.step('the menu', () => expectWorkingMenu(page))
  })
})

/** Expects that the menu opens, closes and links to pages, and the footer too. */
async function expectWorkingMenu(page: Page): Promise<void> {
  const item = getMainNavigation(page).getByRole('link', { name: getItemName('/gallery') })
  const openButton = page.getByRole('button', { name: getLabel('openMenu') })
  await openButton.click()
  await expect(item).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(item).toBeHidden()
  await openButton.click()
  await item.click()
  await expect(page).toHaveURL('/gallery')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: getItemName('/contact'), exact: true })
    .click()
  await expect(page).toHaveURL('/contact')
}

for (const { path, content, title, heading, dataTypes = [] } of sitePages) {
  test(`§2 ${path} hydrates without changing texts or layout, and requests its content from the site, once`, async ({
    page,
    ready,
    cms,
    site,
  }) => {
    await recordLayoutShift(page)
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.goto(path)
    const textsBefore = await readTexts(page)
    await ready()
    const listContentFiles = () => urls.flatMap((url) => /\/content\/(\w+)\.json$/.exec(url)?.[1] ?? []).sort()
    const expectedFiles = [content, 'site'].sort()
    await expect.poll(listContentFiles).toEqual(expectedFiles) // `networkidle` may pass before a slow page sends requests
    await page.waitForLoadState('networkidle')

    await test.step('the texts and the layout stay as they were', async () => {
      expect(await readTexts(page)).toEqual(textsBefore)
      // A fallback font is as wide as the web font on average: a single word can differ by some px.
      expect(await readLayoutShift(page)).toBeLessThan(0.001)
      await expect(page).toHaveTitle(title)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(getMainNavigation(page)).toBeVisible()
      await expect(page.getByRole('contentinfo')).toContainText(getSeedText('siteSettings', 'copyright'))
    })
    await test.step('no request goes to the CMS, and only the contact page sends one to the API', async () => {
      expect(listContentFiles()).toEqual(expectedFiles)
      expect(urls.filter((url) => url.startsWith(`${cms.url}/content/`))).toEqual([])
      if (path !== '/contact') expect(urls.filter((url) => url.startsWith(`${site.url}/api/`))).toEqual([])
    })
    await test.step('the document head is not added twice', async () => {
      for (const name of META_NAMES)
        await expect(page.locator(`meta[property="${name}"], meta[name="${name}"]`), name).toHaveCount(1)
      expect((await readLinks(page)).sort()).toEqual([
        'apple-touch-icon /apple-touch-icon.png',
        `canonical ${new URL(path, SITE_URL).href}`,
        'icon /favicon.ico',
        'icon /favicon.svg',
        'manifest /manifest.webmanifest',
      ])
      expect(await readStructuredDataTypes(page)).toEqual([...dataTypes, 'Organization'])
    })
  })
}

const META_NAMES = [
  'description',
  'og:title',
  'og:description',
  'og:url',
  'og:site_name',
  'og:image',
  'og:image:width',
  'og:image:height',
  'og:image:alt',
  'og:locale',
  'twitter:card',
]

/** Returns the texts, without those of buttons: the button of the video appears with the video. */
const readTexts = (page: Page) => page.getByRole('main').locator('h1, h2, h3, p, li').allTextContents()

const readLinks = (page: Page) =>
  page
    .locator('link:not([rel=modulepreload], [rel=stylesheet])')
    .evaluateAll((links) => links.map((link) => [link.getAttribute('rel'), link.getAttribute('href')].join(' ')))

const readStructuredDataTypes = async (page: Page) =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) => JSON.parse(text)['@type'])
