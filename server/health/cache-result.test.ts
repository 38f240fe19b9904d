import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheResult } from './cache-result.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('callers share a run, its result and its error for five seconds', async () => {
  const full = new Error('full')
  const work = vi.fn(async () => 'works').mockRejectedValueOnce(full)
  const read = cacheResult(work)
  const first = await Promise.allSettled(Array.from({ length: 1_000 }, read))
  expect(new Set(first.map((result) => result.status === 'rejected' && result.reason))).toEqual(new Set([full]))
  await vi.advanceTimersByTimeAsync(4_999)
  await expect(read()).rejects.toThrow(full)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await Promise.all(Array.from({ length: 1_000 }, read))).toEqual(Array(1_000).fill('works'))
  expect(work).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('work that hangs is not started again until it ends', async () => {
  const hanging = Promise.withResolvers<string>()
  const work = vi.fn(async () => 'works').mockImplementationOnce(() => hanging.promise)
  const read = cacheResult(work)
  const first = expect(read()).rejects.toThrow('has not answered for 4 s')
  await vi.advanceTimersByTimeAsync(4_000)
  await first
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(read()).rejects.toThrow('has not answered for 4 s')
  expect(work).toHaveBeenCalledTimes(1)
  hanging.reject(new Error('late')) // Vitest reports unhandled rejections
  await vi.advanceTimersByTimeAsync(0)
  expect(await read()).toBe('works')
})
