import { readLayoutShift, recordLayoutShift } from '#tests/setup/e2e/layout-shift.ts'
import { expect } from '#tests/setup/e2e/photo-desk.ts'
import { expectStatus, expectTiles, findMiddle, test } from '#tests/setup/e2e/photo-desk-order.ts'

test('of 1,000 photographs, one is dragged while the page scrolls', async ({ page, desk, openOrder }) => {
  test.setTimeout(180_000) // 1,000 photographs are added and shown
  const ids = await openOrder(1_000)
  const start = await findMiddle(desk, 1)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x, 890, { steps: 5 })
  await expect.poll(() => desk.locator('html').evaluate(() => window.scrollY)).toBeGreaterThan(1_000)
  await page.mouse.up()
  await expectStatus(desk, '1 moved. Not saved.')
  await expectTiles(desk, [1, 2], [ids[1], ids[2]])
})

test('the rows of 120 photographs under Publish stay where they are while the page scrolls', async ({
  page,
  desk,
  openOrder,
}) => {
  await recordLayoutShift(page)
  await openOrder(120)
  await desk.getByRole('tab', { name: 'Publish' }).click()
  await desk.getByRole('button', { name: /^All/ }).click()
  await desk.getByRole('searchbox').fill('9') // these rows are rendered before they are below the screen
  await expect(desk.getByRole('checkbox', { name: /^Select “/ })).not.toHaveCount(120)
  await desk.getByRole('searchbox').fill('')
  await desk.getByRole('checkbox', { name: 'Select all' }).hover()
  await expect(desk.getByRole('checkbox', { name: /^Select “/ })).toHaveCount(120)
  const readShift = () => readLayoutShift(page.frames()[1] ?? page)
  const shiftBefore = await readShift() // the rows can appear later than 500 ms after the click
  const readScroll = () => desk.locator('html').evaluate(() => window.scrollY)
  await expect(async () => {
    const before = await readScroll()
    await page.mouse.wheel(0, 400)
    await expect.poll(readScroll).toBeGreaterThan(before)
    expect(before).toBeGreaterThan(7_000)
  }).toPass({ intervals: [0] })
  expect(await readShift()).toBe(shiftBefore)
})
