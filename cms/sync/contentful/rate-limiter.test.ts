import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** How many have passed after so many ms more. */
async function passed(gate: ReturnType<typeof createRateLimiter>, asked: number) {
  let count = 0
  for (let request = 0; request < asked; request += 1) gate.waitForTurn().then(() => (count += 1))
  return async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return count
  }
}

test('so many a second and no more', async () => {
  const after = await passed(createRateLimiter(3), 8)
  expect(await after(10)).toBe(3)
  expect(await after(900)).toBe(3)
  expect(await after(200)).toBe(6)
  expect(await after(1_000)).toBe(8)
})

test('without a rate nobody waits', async () => {
  expect(await (await passed(createRateLimiter(undefined), 50))(1)).toBe(50)
})

test.each([undefined, 100])('held, nobody passes before the reset (rate %s)', async (rate) => {
  const gate = createRateLimiter(rate)
  gate.pauseFor(2)
  const after = await passed(gate, 5)
  expect(await after(1_900)).toBe(0)
  expect(await after(200)).toBe(5)
})

test('the longest of several holds counts', async () => {
  const gate = createRateLimiter(undefined)
  gate.pauseFor(3)
  gate.pauseFor(1)
  const after = await passed(gate, 1)
  expect(await after(2_900)).toBe(0)
  expect(await after(200)).toBe(1)
})
