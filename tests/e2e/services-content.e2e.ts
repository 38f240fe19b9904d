import type { Page } from '@playwright/test'
import type { ServicesContent } from '#src/content/services.ts'
import { ODD_TEXTS } from '#tests/bad-content/odd-texts.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { measureHorizontalOverflow } from '#tests/setup/e2e/text-fit.ts'
import { changeContent } from './change-content.ts'

test.use(REDUCED_MOTION)

const getPanels = (page: Page) => page.getByRole('main').getByRole('article')
const measurePanels = (page: Page) =>
  getPanels(page).evaluateAll((elements) =>
    elements.map((element) => {
      const { top, width, height } = element.getBoundingClientRect()
      return { top: Math.round(top + scrollY), width: Math.round(width), height: Math.round(height) }
    }),
  )

/** Opens the page with other panels, in a wide window. Asserts that they fill rows with these numbers of panels. */
async function openWithPanels(
  page: Page,
  change: (content: ServicesContent) => unknown,
  expectedRows: readonly number[],
): Promise<void> {
  await changeContent(page, 'services', change)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/services')
  await expect(getPanels(page)).toHaveCount(expectedRows.reduce((sum, panels) => sum + panels))
  const panelsByRow = Object.groupBy(await measurePanels(page), ({ top }) => top)
  const rows = Object.values(panelsByRow).map((row = []) => row)
  expect(rows.map((row) => row.length)).toEqual(expectedRows)
  for (const row of rows) {
    const gaps = 4 * (row.length - 1)
    expect(Math.abs(row.reduce((sum, { width }) => sum + width, gaps) - 1440)).toBeLessThanOrEqual(row.length)
  }
}

test('texts of the maximum length fit into five panels at every width, and shift no layout on hover', async ({
  page,
}) => {
  const change = ({ panels, ...content }: ServicesContent) => ({
    ...content,
    introText: ['Twice the same.', 'Twice the same.'],
    panels: [...panels, ...panels]
      .slice(0, 5)
      .map((panel, index) => ({ ...panel, ...LONGEST_TEXTS, id: `panel-${index}` })),
  })
  await openWithPanels(page, change, [3, 2])
  await expect(page.getByText('Twice the same.')).toHaveCount(2)
  const first = getPanels(page).first()
  const link = first.getByRole('link', { name: LONGEST_TEXTS.link.label })
  for (const width of [1440, 992, 991, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.mouse.move(0, 0)
    const before = await measurePanels(page)
    await first.hover()
    await expect
      .poll(async () => {
        const [outer, top, end] = await Promise.all([
          first.boundingBox(),
          first.getByText(LONGEST_TEXTS.header).boundingBox(),
          link.boundingBox(),
        ])
        return outer && top && end && outer.y < top.y && end.y + end.height < outer.y + outer.height
      }, `at ${width} px`)
      .toBe(true)
    expect(await measurePanels(page)).toEqual(before)
    expect(await measureHorizontalOverflow(page)).toBe(0)
  }
})

test('odd texts of four panels are readable at 320 px, and do not widen the page', async ({ page }) => {
  const texts = Object.values(ODD_TEXTS)
  const change = ({ hero, panels: [panel], ...content }: ServicesContent) => ({
    ...content,
    hero: { ...hero, title: texts },
    introText: texts,
    panels: [0, 3, 6, 7].map((index) => ({
      ...panel,
      id: `panel-${index}`,
      title: texts[index],
      header: texts[index + 1],
      text: texts[index + 2],
    })),
  })
  await openWithPanels(page, change, [2, 2])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await measureHorizontalOverflow(page)).toBe(0)
  const clipped = await page
    .getByRole('main')
    .locator('h1, h2, p')
    .evaluateAll((elements) =>
      elements.filter((element) => element.scrollWidth > element.clientWidth).map(({ outerHTML }) => outerHTML),
    )
  expect(clipped).toEqual([])
})

/** Texts of the maximum length in cms/model. */
const LONGEST_TEXTS = {
  header: 'Pipe fabrication and structural assembly',
  title: 'Hydrotested spools, racks, platforms and skids, ready to set',
  text: 'Spools, racks, platforms and structural fabrication, hydrotested before they leave the yard. '
    .repeat(3)
    .slice(0, 256),
  link: { route: '/mainlinepipeline', label: 'See all of the sixteen stages it takes..' },
} as const
