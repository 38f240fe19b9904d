import { expect } from '#tests/setup/e2e/photo-desk.ts'
import { expectStatus, expectTiles, findMiddle, test } from '#tests/setup/e2e/photo-desk-order.ts'

test('of 1,000 photographs, one is dragged while the page scrolls', async ({ page, desk, openOrder }) => {
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
