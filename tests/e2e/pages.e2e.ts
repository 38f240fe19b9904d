import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { getItemName, getMainNavigation, sitePages } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { readLayoutShift, recordLayoutShift } from './layout-shift.ts'
import { readOpacity } from './reveal-animations.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('§2.10 §2.40 every page can be read without JavaScript, and the menu leads to the others', async ({ page }) => {
    for (const { path, text } of sitePages) {
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByText(text).first()).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
        const readFont = (title: Locator) => title.evaluate((element) => getComputedStyle(element).fontFamily)
        const font = await readFont(page.getByRole('heading', { level: 1 }))
        for (const title of await page.getByRole('heading', { level: 2 }).all())
          expect([await readOpacity(title), await readFont(title)]).toEqual([1, font])
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

for (const { path, content, title, heading } of sitePages) {
  test(`§2.1 §2.5 §2.41 ${path} hydrates without changing texts or layout, and requests its content from the site, once`, async ({
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
    await test.step('nothing of the document head is added twice', async () => {
      const parts = await page.evaluate(listHeadParts)
      expect(parts).toContain('canonical')
      expect(parts.filter((part, index) => parts.indexOf(part) !== index)).toEqual([])
    })
  })
}

/** Runs in the page. */
const listHeadParts = () =>
  [...document.querySelectorAll('title, meta, link[rel=canonical], script[type="application/ld+json"]')].map(
    (part) => part.getAttribute('name') ?? part.getAttribute('property') ?? part.getAttribute('rel') ?? part.outerHTML,
  )

/** Returns the texts, without those of buttons: the button of the video appears with the video. */
const readTexts = (page: Page) => page.getByRole('main').locator('h1, h2, h3, p, li').allTextContents()
