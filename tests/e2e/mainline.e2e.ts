import { expect, test } from '#tests/setup/e2e/fixtures.ts'

/** In the order of requirements §3. */
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

test('requirements §2: shows header picture, tagline, scope of capabilities, stages, footer line and America is Home', async ({
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
    const element = main.getByText(text)
    await expect(element).toBeVisible()
    tops.push(await element.evaluate((node) => node.getBoundingClientRect().top + scrollY))
  }
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  await expect(page.getByRole('region', { name: 'America is Home' }).getByRole('paragraph')).toHaveCount(2)
})

test('requirements §3: shows the 16 stages in order, each with its picture', async ({ page }) => {
  await page.goto('/mainlinepipeline')
  const stages = page.getByRole('main').getByRole('list').getByRole('listitem')
  await expect(stages).toHaveCount(16)
  for (const [index, label] of STAGES.entries()) {
    await expect(stages.nth(index)).toContainText(new RegExp(`^${String(index + 1).padStart(2, '0')}${label}$`))
    await stages.nth(index).scrollIntoViewIfNeeded()
    const picture = stages.nth(index).getByRole('img')
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
  test(`requirements §2: ${columns} stages per row at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/mainlinepipeline')
    const lefts = await page
      .getByRole('main')
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().x)))
    expect(new Set(lefts).size).toBe(columns)
  })
}

test('the content has no controls: Tab goes from the main element to the footer', async ({ page, ready }) => {
  await page.goto('/mainlinepipeline')
  await ready()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('contentinfo').locator(':focus')).toBeVisible()
})
