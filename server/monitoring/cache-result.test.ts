import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheResult } from './cache-result.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const TIMES = { maxAgeMs: 5_000, timeoutMs: 2_000 }

test('many callers share one run', async () => {
  const work = vi.fn(async () => 'result')
  const read = cacheResult(work, TIMES)
  const results = await Promise.all(Array.from({ length: 1_000 }, read))
  expect(new Set(results)).toEqual(new Set(['result']))
  expect(work).toHaveBeenCalledTimes(1)
})

test('a result is used again until its time is over', async () => {
  let count = 0
  const read = cacheResult(async () => ++count, TIMES)
  expect(await read()).toBe(1)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(await read()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await read()).toBe(2)
})

test('an error is used again, too', async () => {
  const work = vi.fn(async () => Promise.reject(new Error('full')))
  const read = cacheResult(work, TIMES)
  for (let count = 0; count < 3; count++) await expect(read()).rejects.toThrow('full')
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(read()).rejects.toThrow('full')
  expect(work).toHaveBeenCalledTimes(2)
})

test('work that hangs is an error after its time, and is not started again while it hangs', async () => {
  const hanging = Promise.withResolvers<string>()
  const work = vi.fn(async () => 'works').mockImplementationOnce(() => hanging.promise)
  const read = cacheResult(work, TIMES)
  const first = expect(read()).rejects.toThrow('has not answered for 2 s')
  await vi.advanceTimersByTimeAsync(2_000)
  await first
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(read()).rejects.toThrow('has not answered for 2 s')
  expect(work).toHaveBeenCalledTimes(1)
  hanging.resolve('late')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await read()).toBe('works')
})

test('no timer is left when the work is done', async () => {
  await cacheResult(async () => 'result', TIMES)()
  expect(vi.getTimerCount()).toBe(0)
})

test('a rejection after the timeout is not an unhandled rejection', async () => {
  vi.useRealTimers()
  const read = cacheResult(() => pause(30).then(() => Promise.reject(new Error('late'))), { ...TIMES, timeoutMs: 5 })
  await expect(read()).rejects.toThrow('has not answered for 0.005 s')
  await pause(60) // Vitest reports unhandled rejections
})
