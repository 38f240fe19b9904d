import type { Page } from '@playwright/test'
import * as z from 'zod'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'

test.use(REDUCED_MOTION)

/** As long as cms/model lets an editor write. */
const LONGEST = {
  header: 'Pipe fabrication and structural assembly',
  title: 'Hydrotested spools, racks, platforms and skids, ready to set',
  text: 'Spools, racks, platforms and structural fabrication, hydrotested before they leave the yard. '
    .repeat(3)
    .slice(0, 256),
  linkLabel: 'See all of the sixteen stages it takes..',
}

const answer = z.looseObject({
  data: z.looseObject({
    servicesPageCollection: z.looseObject({
      items: z.tuple([
        z.looseObject({
          introText: z.string(),
          panelsCollection: z.looseObject({ items: z.array(z.looseObject({})).min(3) }),
        }),
      ]),
    }),
  }),
})

type Panel = z.output<typeof answer>['data']['servicesPageCollection']['items'][0]['panelsCollection']['items'][number]

/** The page's content as an editor might have it: other panels, and one sentence twice. */
async function withPanels(page: Page, edit: (panels: readonly Panel[]) => Panel[]) {
  await page.route('**/content/v1/**', async (route) => {
    if (!route.request().postData()?.includes('query Services')) return route.fallback()
    const response = await route.fetch()
    const json: unknown = await response.json()
    const services = answer.safeParse(json).data
    if (services) {
      const [content] = services.data.servicesPageCollection.items
      content.panelsCollection.items = edit(content.panelsCollection.items)
      content.introText = 'Twice the same.\n\nTwice the same.'
    }
    await route.fulfill({ response, json: services ?? json })
  })
  await page.goto('/services')
  await expect(page.getByText('Twice the same.')).toHaveCount(2)
}

const panels = (page: Page) => page.getByRole('main').getByRole('article')
const boxes = (page: Page) =>
  panels(page).evaluateAll((all) =>
    all.map((each) => {
      const { top, width, height } = each.getBoundingClientRect()
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
  test(`${count} panels fill their rows`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await withPanels(page, (items) =>
      Array.from({ length: count }, (_, at) => ({ ...items[at % 3], sys: { id: `panel-${at}` } })),
    )
    const byRow = Object.values(Object.groupBy(await boxes(page), ({ top }) => top)).map((row) => row ?? [])
    expect(byRow.map((row) => row.length)).toEqual(rows)
    for (const row of byRow) {
      const gaps = 4 * (row.length - 1)
      expect(Math.abs(row.reduce((sum, { width }) => sum + width, gaps) - 1440)).toBeLessThanOrEqual(row.length)
    }
  })
}

for (const width of [1440, 1101, 992, 991, 479, 320]) {
  test(`the longest words have room in a panel at ${width} px, and move nothing on hover`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await withPanels(page, (items) => items.map((item) => ({ ...item, ...LONGEST, linkRoute: '/mainlinepipeline' })))
    const first = panels(page).first()
    await first.scrollIntoViewIfNeeded()
    const before = await boxes(page)
    await first.hover()
    const link = first.getByRole('link', { name: LONGEST.linkLabel })
    await expect
      .poll(async () => {
        const [outer, top, end] = await Promise.all([
          first.boundingBox(),
          first.getByText(LONGEST.header).boundingBox(),
          link.boundingBox(),
        ])
        return outer && top && end && outer.y < top.y && end.y + end.height < outer.y + outer.height
      })
      .toBe(true)
    expect(await boxes(page)).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}
