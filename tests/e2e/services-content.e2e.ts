import type { Page } from '@playwright/test'
import type { ServicePanelContent } from '#src/content/services.ts'
import { ODD_TEXTS } from '#tests/bad-content/text-cases.ts'
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

/** Opens the page with changed panels and with the same paragraph twice. */
async function openWithPanels(
  page: Page,
  change: (panels: readonly ServicePanelContent[]) => readonly ServicePanelContent[],
): Promise<void> {
  await changeContent(page, 'services', (content) => ({
    ...content,
    introText: ['Twice the same.', 'Twice the same.'],
    panels: change(content.panels),
  }))
  await page.goto('/services')
  await expect(page.getByText('Twice the same.')).toHaveCount(2)
}

test('four panels are shown in two rows of two, five in rows of three and two, and they fill their rows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const rows of [
    [2, 2],
    [3, 2],
  ]) {
    const count = rows.reduce((sum, panels) => sum + panels)
    await openWithPanels(page, (panels) => [...panels, ...panels].slice(0, count).map(withOwnId))
    const panelsByRow = Object.groupBy(await measurePanels(page), ({ top }) => top)
    const boxesByRow = Object.values(panelsByRow).map((row = []) => row)
    expect(boxesByRow.map((row) => row.length)).toEqual(rows)
    for (const row of boxesByRow) {
      const gaps = 4 * (row.length - 1)
      expect(Math.abs(row.reduce((sum, { width }) => sum + width, gaps) - 1440)).toBeLessThanOrEqual(row.length)
    }
  }
})

test('texts of the maximum length fit into a panel at every width, and shift no layout on hover', async ({ page }) => {
  await openWithPanels(page, (panels) => panels.map((panel) => ({ ...panel, ...LONGEST_TEXTS })))
  const first = getPanels(page).first()
  const link = first.getByRole('link', { name: LONGEST_TEXTS.link.label })
  for (const width of [1440, 1101, 992, 991, 479, 320]) {
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

test('odd texts are readable at 320 px and do not widen the page', async ({ page }) => {
  const texts = Object.values(ODD_TEXTS)
  await page.setViewportSize({ width: 320, height: 800 })
  await changeContent(page, 'services', ({ hero, panels: [panel], ...content }) => ({
    ...content,
    hero: { ...hero, title: texts },
    introText: texts,
    panels: texts.map((title, index) => ({ ...panel, id: `panel-${index}`, title })),
  }))
  await page.goto('/services')
  await expect(getPanels(page)).toHaveCount(texts.length)
  expect(await measureHorizontalOverflow(page)).toBe(0)
  const clipped = await page
    .getByRole('main')
    .locator('h1, h2, p')
    .evaluateAll((elements) =>
      elements.filter((element) => element.scrollWidth > element.clientWidth).map(({ outerHTML }) => outerHTML),
    )
  expect(clipped).toEqual([])
})

const withOwnId = (panel: ServicePanelContent, index: number) => ({ ...panel, id: `panel-${index}` })

/** Texts of the maximum length in cms/model. */
const LONGEST_TEXTS = {
  header: 'Pipe fabrication and structural assembly',
  title: 'Hydrotested spools, racks, platforms and skids, ready to set',
  text: 'Spools, racks, platforms and structural fabrication, hydrotested before they leave the yard. '
    .repeat(3)
    .slice(0, 256),
  link: { route: '/mainlinepipeline', label: 'See all of the sixteen stages it takes..' },
} as const
