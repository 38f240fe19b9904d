import { expect, test } from '#tests/setup/e2e/fixtures.ts'

/** Spec §3, in its order. */
const STAGES = [
  'Clearing',
  'Grading',
  'Environmental',
  'Ditching',
  'Blasting',
  'Stringing',
  'Bending',
  'Welding',
  'Coating',
  'Lowering In',
  'Tie-In',
  'Back Filling',
  'Testing',
  'ROW Cleanup',
  'Road Bore',
  'HDD',
]

test('requirements §2: header picture, tagline, scope of capabilities, stages, footer line and America is Home', async ({
  page,
}) => {
  await page.goto('/mainlinepipeline')
  const main = page.getByRole('main')
  await expect(main.getByRole('img').first()).toHaveAccessibleName(/^Green pipeline on skids/)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Mainline pipeline')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Sixteen trades, one line', 'America is Home'])
  const tops: number[] = []
  for (const text of [
    'Infrastructure Networks',
    'Scope of capabilities',
    'A mainline moves like a factory laid on its side.',
    'Clearing',
    'HDD',
    'One crew culture from the first tree to the last blade of grass.',
    'Every mile we lay crosses somebody’s land.',
  ]) {
    const part = main.getByText(text)
    await expect(part).toBeVisible()
    tops.push(await part.evaluate((element) => element.getBoundingClientRect().top + scrollY))
  }
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  await expect(page.getByRole('region', { name: 'America is Home' }).getByRole('paragraph')).toHaveCount(2)
})

test('requirements §3: the 16 stages stand in their order, each with its picture', async ({ page }) => {
  await page.goto('/mainlinepipeline')
  const stages = page.getByRole('main').getByRole('list').getByRole('listitem')
  await expect(stages).toHaveCount(16)
  for (const [at, label] of STAGES.entries()) {
    await expect(stages.nth(at)).toContainText(new RegExp(`^${String(at + 1).padStart(2, '0')}${label}$`))
    await stages.nth(at).scrollIntoViewIfNeeded()
    const picture = stages.nth(at).getByRole('img')
    await expect(picture).toHaveAccessibleName(/\w{3}/)
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
})

for (const [width, columns] of [
  [992, 4],
  [991, 2],
  [480, 2],
  [479, 1],
] as const) {
  test(`requirements §2: ${columns} in a row at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/mainlinepipeline')
    const lefts = await page
      .getByRole('main')
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().x)))
    expect(new Set(lefts).size).toBe(columns)
  })
}

test('the keyboard has nothing to stop at here: from the navigation it goes on to the footer', async ({
  page,
  ready,
}) => {
  await page.goto('/mainlinepipeline')
  await ready()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('contentinfo').locator(':focus')).toBeVisible()
})
