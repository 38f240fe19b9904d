import { expect } from '#tests/setup/e2e/photo-desk.ts'
import { expectStatus, expectTiles, findMiddle, getTile, test } from '#tests/setup/e2e/photo-desk-order.ts'

test('of 1,000 photographs only those near the screen are mounted, also while a drag scrolls the page', async ({
  page,
  desk,
  openOrder,
}) => {
  const ids = await openOrder(1_000)
  const mounted = () => desk.getByRole('gridcell').count()
  expect(await mounted()).toBeLessThan(60)

  const start = await findMiddle(desk, 1)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x, 890, { steps: 5 })
  const scrollTo = (top: number) => desk.locator('html').evaluate((_, y) => window.scrollTo(0, y), top)
  const scrollY = () => desk.locator('html').evaluate(() => window.scrollY)
  await expect.poll(scrollY).toBeGreaterThan(2_000) // scrolls at the edge
  expect(await mounted()).toBeLessThan(60)
  await page.mouse.up()
  await expectStatus(desk, '1 moved. Not saved.')

  await scrollTo(0)
  await expectTiles(desk, [1, 2], [ids[1], ids[2]])
  await scrollTo(20_000)
  await expect(getTile(desk, 1)).toHaveCount(0)
  expect(await mounted()).toBeLessThan(60)
})
