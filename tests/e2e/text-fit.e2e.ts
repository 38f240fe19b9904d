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

/** px; a wide window, the same at 200 % zoom, a phone, and the least width of WCAG. */
const WIDTHS = [1440, 720, 390, 320]

/** px; the least width of each layout. */
const NARROW_WIDTHS = [1101, 992, 901, 768, 480, 320]

test('§2.9 every page fits every width and font size', async ({ page }) => {
  for (const path of SITE_PATHS) {
    const defaultSizes = new Map<number, TextSizes>()
    await test.step(`the texts of ${path} fit, and the bar stays in its place`, async () => {
      await setFontSize(page, FONT_SIZE)
      await page.goto(path)
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        defaultSizes.set(width, await readFontSizes(page))
        await expectFit(page, `${path} at ${width} px`)
        const bar = page.getByRole('banner')
        await expect.poll(() => bar.boundingBox(), `bar at ${width} px`).toMatchObject({ y: 0, width, height: 76 })
      }
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await page.setViewportSize({ width: 844, height: 390 }) // lower than the hero
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    })

    await test.step('they follow the default font size', async () => {
      await setFontSize(page, LARGE_FONT_SIZE)
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        expectLargerTexts(await readFontSizes(page), defaultSizes.get(width))
      }
      if (path === '/contact') await expectFieldsContainText(page)
      if (path === '/mainlinepipeline') expect(await findBrokenWords(page.getByRole('main'))).toEqual([])
    })

    await test.step('twice as large, they neither overlap nor are clipped', async () => {
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await setFontSize(page, HUGE_FONT_SIZE)
      for (const width of NARROW_WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        await expectFit(page, `${path} at ${width} px with large texts`)
        expect.soft(await findOverlappingTexts(page), `overlapping on ${path} at ${width} px`).toEqual([])
      }
    })
  }
})

const FOUR_NAMES = ['Home', 'Gallery', 'Services', 'Contact']

/** 20 letters, the longest that the model allows: a long word, and several words. */
const EIGHT_LONG_NAMES = [...Array(4)].flatMap(() => ['Counterrevolutionary', 'Jobs and apprentices'])

test('§2.10 §2.11 §2.12 the names of one to eight pages are in a row where they fit, and elsewhere in a menu', async ({
  page,
}) => {
  await page.goto('/services')
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => document.querySelector('main')?.remove()) // less to lay out
  for (const names of [FOUR_NAMES, ...[0, 3, 5, 7].map((start) => EIGHT_LONG_NAMES.slice(start))])
    for (const fontSize of [FONT_SIZE, HUGE_FONT_SIZE]) {
      await setFontSize(page, fontSize)
      await setNavigationNames(page, names)
      const rowWidth = await findRowWidth(page)
      if (names === FOUR_NAMES && fontSize === FONT_SIZE) expect(rowWidth).toBe(901)
      for (const width of [rowWidth, rowWidth - 1, 320]) {
        const place = `${names.length} names, ${names[0]} first, at ${fontSize} and ${width} px`
        const bar = await readBar(page, width)
        if (bar.isRow) expect.soft(bar, place).toMatchObject({ lines: names.map(() => 1), isBesideLogo: true })
        await expectFit(page, place)
        expect.soft(await findBrokenWords(page.getByRole('banner')), `broken: ${place}`).toEqual([])
      }
    }
})

/** px: in a wider window, the bar is not wider. */
const WIDEST = 1_600

/**
 * Returns the least width in px at which the names are in a row, `WIDEST` if there is none. Asserts that there is either a
 * row or the button of the menu.
 */
async function findRowWidth(page: Page): Promise<number> {
  let [menuWidth, rowWidth] = [900, WIDEST]
  while (rowWidth - menuWidth > 1) {
    const width = Math.floor((menuWidth + rowWidth) / 2)
    const { isRow, hasButton } = await readBar(page, width)
    expect.soft(hasButton, `button at ${width} px`).toBe(!isRow)
    if (isRow) rowWidth = width
    else menuWidth = width
  }
  return rowWidth
}

/**
 * Gives the window a width, and opens the menu if there is one. Returns in how many lines each name is, and whether the
 * first one is beside the logo.
 */
async function readBar(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 })
  return page.evaluate(() => {
    const links = [...document.querySelectorAll('nav:has(button) a')]
    const menu = document.getElementById('menu')
    menu?.hidePopover()
    const isRow = links[0]?.checkVisibility()
    const hasButton = document.querySelector('nav button')?.checkVisibility()
    if (!isRow) menu?.showPopover()
    const range = document.createRange()
    const lines = links.map((link) => {
      range.selectNodeContents(link)
      return range.getClientRects().length
    })
    const [name, logo] = [links[0], document.querySelector('img')].map((element) => element?.getBoundingClientRect())
    return { isRow, hasButton, lines, isBesideLogo: Boolean(name && logo && name.left > logo.right) }
  })
}

/** Gives the navigation items these names, as an editor can. The first item is the template of the others. */
const setNavigationNames = (page: Page, names: readonly string[]): Promise<void> =>
  page.evaluate((texts) => {
    for (const list of document.querySelectorAll('header nav ul, header nav [aria-hidden]:has(> span)')) {
      const items = texts.map((text) => {
        const item = list.firstElementChild?.cloneNode(true) as Element
        const label = item.querySelector('a') ?? item
        label.textContent = text
        return item
      })
      list.replaceChildren(...items)
    }
  }, names)

async function expectFit(page: Page, place: string): Promise<void> {
  const [overflow, clippedTexts] = [await measureHorizontalOverflow(page), await findClippedTexts(page)]
  expect.soft({ overflow, clippedTexts }, place).toEqual({ overflow: 0, clippedTexts: [] })
}

type TextSizes = Awaited<ReturnType<typeof readFontSizes>>

function expectLargerTexts(sizes: TextSizes, defaultSizes: TextSizes = []): void {
  expect(sizes.map(({ text }) => text)).toEqual(defaultSizes.map(({ text }) => text))
  // One assertion for all texts: each costs a millisecond.
  const misfits = sizes.flatMap(({ text, size, isFixed }, index) => {
    const factor = size / (defaultSizes[index]?.size ?? Number.NaN)
    const isLarger = factor <= FACTOR + 0.001 && factor >= (isFixed ? FACTOR - 0.001 : MIN_FLUID_FACTOR)
    return isLarger ? [] : [`${factor} times: ${text}`]
  })
  expect(misfits).toEqual([])
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

/** Changes the default font size, as a visitor in the browser's settings. Pages that are open follow. */
async function setFontSize(page: Page, size: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
  await devtools.detach()
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
