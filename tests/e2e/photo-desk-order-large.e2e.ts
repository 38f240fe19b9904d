import type { FrameLocator } from '@playwright/test'
import { expect } from '#tests/setup/e2e/photo-desk.ts'
import { expectStatus, expectTiles, findMiddle, getTile, test } from '#tests/setup/e2e/photo-desk-order.ts'

test('of 1,000 photographs only those near the screen are mounted, and scrolling and dragging stay smooth', async ({
  page,
  desk,
  openOrder,
}) => {
  const ids = await openOrder(1_000)
  expect(await desk.getByRole('gridcell').count()).toBeLessThan(60)

  const start = await findMiddle(desk, 1)
  await page.mouse.move(start.x, start.y)
  await startFrameLog(desk)
  for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, 400)
  const scrolling = await readFrameLog(desk)
  await desk.locator('html').evaluate(() => window.scrollTo(0, 0))
  await expect(getTile(desk, 1)).toBeVisible()

  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await startFrameLog(desk)
  await page.mouse.move(start.x + 300, start.y + 300, { steps: 60 })
  await page.mouse.move(start.x, 890, { steps: 20 })
  const scrollY = () => desk.locator('html').evaluate(() => window.scrollY)
  await expect.poll(scrollY).toBeGreaterThan(2_000) // scrolls at the edge
  const dragging = await readFrameLog(desk)
  await page.mouse.up()
  await expectStatus(desk, '1 moved. Not saved.')
  await getTile(desk, 1).or(desk.getByRole('gridcell').first()).focus()
  await page.keyboard.press('Home')
  await expectTiles(desk, [1, 2], [ids[1], ids[2]])
  test.info().annotations.push({ type: 'frames', description: JSON.stringify({ scrolling, dragging }) })
  for (const { median } of [scrolling, dragging]) expect(median).toBeLessThan(34)
})

declare global {
  var frameTimes: number[] | undefined
}

/** Records the times of frames. */
const startFrameLog = (desk: FrameLocator) =>
  desk.locator('html').evaluate(() => {
    const times: number[] = []
    globalThis.frameTimes = times
    const record = (time: number) => {
      if (globalThis.frameTimes !== times) return
      times.push(time)
      requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
  })

/** Stops recording. Returns statistics of the ms between two frames. */
async function readFrameLog(desk: FrameLocator) {
  const times = await desk.locator('html').evaluate(() => {
    const recorded = globalThis.frameTimes ?? []
    globalThis.frameTimes = undefined
    return recorded
  })
  const deltas = times
    .slice(1)
    .map((time, index) => time - (times[index] ?? time))
    .toSorted((a, b) => a - b)
  const getPercentile = (part: number) => Math.round(10 * (deltas[Math.floor(part * (deltas.length - 1))] ?? 0)) / 10
  return { frames: deltas.length, median: getPercentile(0.5), p95: getPercentile(0.95), max: getPercentile(1) }
}
