import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts `requests` requests. Returns a function that advances the time and returns the number of sent requests. */
async function startRequests(limiter: ReturnType<typeof createRateLimiter>, requests: number) {
  let count = 0
  for (let request = 0; request < requests; request += 1) limiter.waitForTurn().then(() => (count += 1))
  return async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return count
  }
}

test('limits the requests per second', async () => {
  const sentAfter = await startRequests(createRateLimiter(3), 8)
  expect(await sentAfter(10)).toBe(3)
  expect(await sentAfter(900)).toBe(3)
  expect(await sentAfter(200)).toBe(6)
  expect(await sentAfter(1_000)).toBe(8)
})

test('does not delay requests without a rate', async () => {
  expect(await (await startRequests(createRateLimiter(undefined), 50))(1)).toBe(50)
})

test.each([undefined, 100])('sends no request while it is paused (rate %s)', async (rate) => {
  const limiter = createRateLimiter(rate)
  limiter.pauseFor(2)
  const sentAfter = await startRequests(limiter, 5)
  expect(await sentAfter(1_900)).toBe(0)
  expect(await sentAfter(200)).toBe(5)
})

test('pauses for the longest of several pauses', async () => {
  const limiter = createRateLimiter(undefined)
  limiter.pauseFor(3)
  limiter.pauseFor(1)
  const sentAfter = await startRequests(limiter, 1)
  expect(await sentAfter(2_900)).toBe(0)
  expect(await sentAfter(200)).toBe(1)
})
