import type { Page } from '@playwright/test'
import type { ServicesContent } from '#src/content/services.ts'
import { ODD_TEXTS } from '#tests/bad-content/odd-texts.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { measureHorizontalOverflow } from '#tests/setup/e2e/text-fit.ts'
import { changeContent } from './change-content.ts'

test.use(REDUCED_MOTION)

/** Texts of the maximum length in cms/model. */
const LONGEST_TEXTS = {
  header: 'Pipe fabrication and structural assembly',
  title: 'Hydrotested spools, racks, platforms and skids, ready to set',
  text: 'Spools, racks, platforms and structural fabrication, hydrotested before they leave the yard. '
    .repeat(3)
    .slice(0, 256),
  link: { route: '/mainlinepipeline', label: 'See all of the sixteen stages it takes..' },
} as const

const getPanels = (page: Page) => page.getByRole('main').getByRole('article')
const measurePanels = (page: Page) =>
  getPanels(page).evaluateAll((elements) =>
    elements.map((element) => {
      const { top, width, height } = element.getBoundingClientRect()
      return { top: Math.round(top + scrollY), width: Math.round(width), height: Math.round(height) }
    }),
  )

test('odd texts, and texts of the maximum length in five panels, fit at every width, and shift no layout on hover', async ({
  page,
}) => {
  const oddTexts = Object.values(ODD_TEXTS)
  await changeContent(page, 'services', ({ hero, panels, ...content }: ServicesContent) => ({
    ...content,
    hero: { ...hero, title: oddTexts },
    introText: [...oddTexts, ...oddTexts],
    panels: [...panels, ...panels].slice(0, 5).map((panel, index) => ({
      ...panel,
      ...LONGEST_TEXTS,
      ...(index > 0 && { title: oddTexts[index], text: oddTexts[index] }),
      id: `panel-${index}`,
    })),
  }))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/services')
  await expect(getPanels(page)).toHaveCount(5)
  const rows = Object.values(Object.groupBy(await measurePanels(page), ({ top }) => top)).map((row = []) => row)
  expect(rows.map((row) => row.length)).toEqual([3, 2])
  for (const row of rows) {
    const gaps = 4 * (row.length - 1)
    expect(Math.abs(row.reduce((sum, { width }) => sum + width, gaps) - 1440)).toBeLessThanOrEqual(row.length)
  }
  const first = getPanels(page).first()
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
          first.getByRole('link', { name: LONGEST_TEXTS.link.label }).boundingBox(),
        ])
        return outer && top && end && outer.y < top.y && end.y + end.height < outer.y + outer.height
      }, `at ${width} px`)
      .toBe(true)
    expect(await measurePanels(page)).toEqual(before)
    expect(await measureHorizontalOverflow(page)).toBe(0)
  }
  const clipped = await page
    .getByRole('main')
    .locator('h1, h2, p')
    .evaluateAll((elements) =>
      elements.filter((element) => element.scrollWidth > element.clientWidth).map(({ outerHTML }) => outerHTML),
    )
  expect(clipped).toEqual([])
})
