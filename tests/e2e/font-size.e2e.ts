import type { Page } from '@playwright/test'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import {
  findBrokenWords,
  findClippedTexts,
  findOverlappingTexts,
  measureHorizontalOverflow,
} from '#tests/setup/e2e/text-fit.ts'

test.use(REDUCED_MOTION)

/** px. The browser's default font size that visitors can change in its settings; 16 unless they do. */
const LARGE_FONT_SIZE = 24

/** How much larger the texts are than at the default of 16 px. */
const FACTOR = LARGE_FONT_SIZE / 16

/** Headings and figures also depend on the width of the viewport, and grow less (`fluidRem` of src/theme/typography.ts). */
const MIN_FLUID_FACTOR = 1.15

test.describe('without scripts, which add elements when they start', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of SITE_PATHS) {
    for (const width of [1440, 390]) {
      test(`the texts of ${path} follow the browser's default font size at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        const defaultSizes = await readFontSizes(page)
        await openWithFontSize(page, path, LARGE_FONT_SIZE)
        const sizes = await readFontSizes(page)
        expect(sizes.map(({ text }) => text)).toEqual(defaultSizes.map(({ text }) => text))
        for (const [index, { text, size, isFixed }] of sizes.entries()) {
          const factor = size / (defaultSizes[index]?.size ?? Number.NaN)
          expect(factor, text).toBeLessThanOrEqual(FACTOR + 0.001)
          expect(factor, text).toBeGreaterThanOrEqual(isFixed ? FACTOR - 0.001 : MIN_FLUID_FACTOR)
        }
      })
    }
  }
})

for (const path of SITE_PATHS) {
  for (const size of [LARGE_FONT_SIZE, 32]) {
    test(`no text of ${path} is clipped or overlaps with a default font size of ${size} px`, async ({ page }) => {
      for (const width of [1440, 1101, 992, 991, 901, 767, 390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        await openWithFontSize(page, path, size)
        expect.soft(await measureHorizontalOverflow(page), `horizontal overflow at ${width} px`).toBe(0)
        expect.soft(await findClippedTexts(page), `clipped at ${width} px`).toEqual([])
        expect.soft(await findOverlappingTexts(page), `overlapping at ${width} px`).toEqual([])
      }
    })
  }
}

for (const width of [1920, 1440]) {
  test(`no word of /mainlinepipeline is broken with a default font size of ${LARGE_FONT_SIZE} px at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openWithFontSize(page, '/mainlinepipeline', LARGE_FONT_SIZE)
    expect(await findBrokenWords(page)).toEqual([])
  })
}

test(`the contact form's fields contain their text with a default font size of ${LARGE_FONT_SIZE} px`, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await openWithFontSize(page, '/contact', LARGE_FONT_SIZE)
  for (const field of await page.getByRole('main').getByRole('textbox').all()) {
    await field.fill('A pipeline')
    const { overflow, lines } = await field.evaluate((element) => ({
      overflow: [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight],
      lines: element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
    }))
    expect(overflow).toEqual([0, 0])
    expect(lines).toBeGreaterThan(1)
  }
})

/** Opens a page with another default font size, as a visitor who chose it in the browser's settings. */
async function openWithFontSize(page: Page, path: string, size: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
  await page.goto(path)
  await page.evaluate(() => document.fonts.ready)
}

/**
 * Returns the font size in px of each element with text and of each form field. `isFixed`: in the navigation, a form or
 * the footer, where no size depends on the viewport.
 */
const readFontSizes = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter(
        (element) =>
          element.matches('input, textarea') ||
          [...element.childNodes].some(
            ({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim(),
          ),
      )
      .filter((element) => !element.matches('script, style, noscript, video *')) // the last are not rendered
      .map((element) => ({
        text: element.textContent || element.tagName,
        size: Number.parseFloat(getComputedStyle(element).fontSize),
        isFixed: element.closest('header, form, footer') !== null,
      })),
  )
