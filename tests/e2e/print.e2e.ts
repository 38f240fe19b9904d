import type { Locator } from '@playwright/test'
import { color } from '#src/theme/tokens.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { SITE_URL } from '#tests/setup/e2e/offline-env.ts'
import { sitePages } from '#tests/setup/e2e/site-pages.ts'
import { getSeedText } from '#tests/setup/seed-content.ts'

/** px: Letter without margins of 14 mm, the width for media queries. */
const SHEET_WIDTH = 688

// Without scripts: tests/e2e/reveal.e2e.ts prints a page with scripts.
test.use({ ...REDUCED_MOTION, javaScriptEnabled: false, viewport: { width: SHEET_WIDTH, height: 971 } })

test('§2.44 every page prints its texts in ink on white, without controls', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  for (const { path, heading, text: pageText, printed } of sitePages) {
    await test.step(path, async () => {
      await page.goto(path)
      for (const text of [heading, pageText, ...printed]) {
        expect(await readPrintStyle(page.getByRole('main').getByText(text).first()), text).toEqual(INK_ON_WHITE)
      }
      for (const role of ['navigation', 'button', 'textbox'] as const) {
        await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0)
      }
      await expect(page.locator('main [href*="/maps/"]').filter({ visible: true })).toHaveCount(0)
      await expect(page.getByText(getSeedText('homePage', 'watchLabel')).filter({ visible: true })).toHaveCount(0)
      const copyright = page.getByText(getSeedText('siteSettings', 'copyright'))
      expect(await readPrintStyle(copyright)).toEqual(INK_ON_WHITE)
      expect(await readPrintedUrl(copyright)).toBe(`"${new URL(path, SITE_URL).href}"`)
      if (path !== '/services') return

      for (const panel of await page.getByRole('article').all()) {
        const picture = await panel.getByRole('img').boundingBox()
        const title = await panel.getByRole('heading').boundingBox()
        expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeLessThanOrEqual(title?.x ?? 0)
      }
      const partner = page
        .getByRole('region', { name: getSeedText('servicesPage', 'affiliationsTitle') })
        .getByRole('link')
        .first()
      expect(await readPrintedUrl(partner)).toBe(`"${await partner.getAttribute('href')}"`)
      const file = (await page.pdf({ format: 'Letter', printBackground: true })).toString('latin1')
      expect(Number(/\/Count (\d+)/.exec(file)?.[1])).toBeLessThanOrEqual(2)
    })
  }
})

/** Returns the text that is printed after an element. */
const readPrintedUrl = (element: Locator) => element.evaluate((link) => getComputedStyle(link, '::after').content)

const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(color.ink.slice(start, start + 2), 16))
const INK_ON_WHITE = { opacity: 1, color: `rgb(${red}, ${green}, ${blue})`, backgrounds: [], isOnSheet: true }

/** Returns the printed color of an element, and the opacity and backgrounds of it and its ancestors. */
async function readPrintStyle(element: Locator) {
  await expect(element).toBeVisible()
  return element.evaluate((start, width) => {
    const backgrounds = new Set<string>()
    let opacity = 1
    for (let ancestor: Element | null = start; ancestor; ancestor = ancestor.parentElement) {
      const style = getComputedStyle(ancestor)
      opacity *= Number(style.opacity)
      if (style.backgroundColor !== 'rgba(0, 0, 0, 0)') backgrounds.add(style.backgroundColor)
    }
    const { left, right } = start.getBoundingClientRect()
    const { color } = getComputedStyle(start)
    return { opacity, color, backgrounds: [...backgrounds], isOnSheet: left >= 0 && right <= width }
  }, SHEET_WIDTH)
}
