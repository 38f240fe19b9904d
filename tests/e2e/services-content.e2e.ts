import type { Page } from '@playwright/test'
import * as z from 'zod'
import { mockCmsResponse } from '#tests/bad-content/mock-bad-content.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import type { TestSite } from '#tests/setup/e2e/test-site.ts'

test.use(REDUCED_MOTION)

/** Texts of the maximum length in cms/model. */
const MAX_LENGTH_TEXTS = {
  header: 'Pipe fabrication and structural assembly',
  title: 'Hydrotested spools, racks, platforms and skids, ready to set',
  text: 'Spools, racks, platforms and structural fabrication, hydrotested before they leave the yard. '
    .repeat(3)
    .slice(0, 256),
  linkLabel: 'See all of the sixteen stages it takes..',
}

const responseSchema = z.looseObject({
  servicesPageCollection: z.looseObject({
    items: z.tuple([
      z.looseObject({
        introText: z.string(),
        panelsCollection: z.looseObject({ items: z.array(z.looseObject({})).min(3) }),
      }),
    ]),
  }),
})

type Panel = z.output<typeof responseSchema>['servicesPageCollection']['items'][0]['panelsCollection']['items'][number]

/** Opens the page with changed panels and with the same paragraph twice. */
async function openWithPanels(
  { page, site }: { page: Page; site: TestSite },
  edit: (panels: readonly Panel[]) => Panel[],
) {
  await mockCmsResponse({ page, site }, 'services', (response) => {
    const data = responseSchema.parse(response)
    const [content] = data.servicesPageCollection.items
    content.panelsCollection.items = edit(content.panelsCollection.items)
    content.introText = 'Twice the same.\n\nTwice the same.'
    return data
  })
  await page.goto('/services')
  await expect(page.getByText('Twice the same.')).toHaveCount(2)
}

const getPanels = (page: Page) => page.getByRole('main').getByRole('article')
const measurePanels = (page: Page) =>
  getPanels(page).evaluateAll((elements) =>
    elements.map((element) => {
      const { top, width, height } = element.getBoundingClientRect()
      return { top: Math.round(top + scrollY), width: Math.round(width), height: Math.round(height) }
    }),
  )

for (const [count, rows] of [
  [1, [1]],
  [2, [2]],
  [4, [2, 2]],
  [5, [3, 2]],
  [6, [3, 3]],
] as const) {
  test(`${count} panels fill their rows`, async ({ page, site }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openWithPanels({ page, site }, (items) =>
      Array.from({ length: count }, (_, index) => ({ ...items[index % 3], sys: { id: `panel-${index}` } })),
    )
    const boxesByRow = Object.values(Object.groupBy(await measurePanels(page), ({ top }) => top)).map(
      (row) => row ?? [],
    )
    expect(boxesByRow.map((row) => row.length)).toEqual(rows)
    for (const row of boxesByRow) {
      const gaps = 4 * (row.length - 1)
      expect(Math.abs(row.reduce((sum, { width }) => sum + width, gaps) - 1440)).toBeLessThanOrEqual(row.length)
    }
  })
}

for (const width of [1440, 1101, 992, 991, 479, 320]) {
  test(`texts of the maximum length fit into a panel at ${width} px, and shift no layout on hover`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openWithPanels({ page, site }, (items) =>
      items.map((item) => ({ ...item, ...MAX_LENGTH_TEXTS, linkRoute: '/mainlinepipeline' })),
    )
    const first = getPanels(page).first()
    await first.scrollIntoViewIfNeeded()
    const before = await measurePanels(page)
    await first.hover()
    const link = first.getByRole('link', { name: MAX_LENGTH_TEXTS.linkLabel })
    await expect
      .poll(async () => {
        const [outer, top, end] = await Promise.all([
          first.boundingBox(),
          first.getByText(MAX_LENGTH_TEXTS.header).boundingBox(),
          link.boundingBox(),
        ])
        return outer && top && end && outer.y < top.y && end.y + end.height < outer.y + outer.height
      })
      .toBe(true)
    expect(await measurePanels(page)).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}
