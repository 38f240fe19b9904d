import type { Page } from '@playwright/test'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import {
  findBrokenWords,
  findClippedTexts,
  findOverlappingTexts,
  measureHorizontalOverflow,
} from '#tests/setup/e2e/text-fit.ts'

// Without scripts, which add elements when they start.
test.use({ ...REDUCED_MOTION, javaScriptEnabled: false })

/** px. The browser's default font size that visitors can change in its settings; 16 unless they do. */
const FONT_SIZE = 16
const LARGE_FONT_SIZE = 24
const HUGE_FONT_SIZE = 32

/** How much larger the texts are than at the default of 16 px. */
const FACTOR = LARGE_FONT_SIZE / FONT_SIZE

/** Headings and figures also depend on the width of the viewport, and grow less (`fluidRem` of src/theme/typography.ts). */
const MIN_FLUID_FACTOR = 1.15

/** px; both sides of the breakpoints, a wide window at 200 % zoom (720), and the least width of WCAG (320). */
const WIDTHS = [1920, 1440, 1101, 1100, 992, 991, 901, 900, 768, 767, 720, 480, 479, 390, 320]

for (const path of SITE_PATHS) {
  test(`${path} fits every width and font size`, async ({ page }) => {
    await openWithFontSize(page, path, FONT_SIZE)
    const defaultSizes = new Map<number, TextSizes>()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      defaultSizes.set(width, await readFontSizes(page))
    }

    await test.step('the texts fit, and the bar stays in its place', async () => {
      await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        expect.soft(await measureHorizontalOverflow(page), `horizontal overflow at ${width} px`).toBe(0)
        expect.soft(await findClippedTexts(page), `clipped at ${width} px`).toEqual([])
        const bar = page.getByRole('banner')
        await expect.poll(() => bar.boundingBox(), `bar at ${width} px`).toMatchObject({ y: 0, width, height: 76 })
      }
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await page.setViewportSize({ width: 844, height: 390 }) // lower than the hero
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    })

    await test.step('the texts follow the default font size', async () => {
      await openWithFontSize(page, path, LARGE_FONT_SIZE)
      for (const width of defaultSizes.keys()) {
        await page.setViewportSize({ width, height: 900 })
        expectLargerTexts(await readFontSizes(page), defaultSizes.get(width))
      }
      if (path === '/contact') await expectFieldsContainText(page)
      if (path === '/mainlinepipeline') await expectNoBrokenWords(page)
    })

    await test.step('texts twice as large neither overlap nor are clipped', async () => {
      await openWithFontSize(page, path, HUGE_FONT_SIZE)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        expect.soft(await measureHorizontalOverflow(page), `horizontal overflow at ${width} px`).toBe(0)
        expect.soft(await findClippedTexts(page), `clipped at ${width} px`).toEqual([])
        expect.soft(await findOverlappingTexts(page), `overlapping at ${width} px`).toEqual([])
      }
    })
  })
}

type TextSizes = Awaited<ReturnType<typeof readFontSizes>>

function expectLargerTexts(sizes: TextSizes, defaultSizes: TextSizes = []): void {
  expect(sizes.map(({ text }) => text)).toEqual(defaultSizes.map(({ text }) => text))
  for (const [index, { text, size, isFixed }] of sizes.entries()) {
    const factor = size / (defaultSizes[index]?.size ?? Number.NaN)
    expect(factor, text).toBeLessThanOrEqual(FACTOR + 0.001)
    expect(factor, text).toBeGreaterThanOrEqual(isFixed ? FACTOR - 0.001 : MIN_FLUID_FACTOR)
  }
}

async function expectFieldsContainText(page: Page): Promise<void> {
  for (const field of await page.getByRole('main').getByRole('textbox').all()) {
    await field.fill('A pipeline')
    const { overflow, lines } = await field.evaluate((element) => ({
      overflow: [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight],
      lines: element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
    }))
    expect(overflow).toEqual([0, 0])
    expect(lines).toBeGreaterThan(1)
  }
}

async function expectNoBrokenWords(page: Page): Promise<void> {
  for (const width of [1920, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findBrokenWords(page), `at ${width} px`).toEqual([])
  }
}

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
