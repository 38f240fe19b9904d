import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#src/settings.ts'
import { createPausableTimer } from './snack-bar.tsx'

const onEnd = vi.fn()

beforeEach(() => {
  onEnd.mockClear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('§4.15 ends after 8000 ms', () => {
  createPausableTimer(settings.toast.duration, onEnd).resume()
  expectEndAfter(8_000)
})

/** Asserts that the timer ends after this time, and not before. */
function expectEndAfter(milliseconds: number) {
  vi.advanceTimersByTime(milliseconds - 1)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
}

test('does not run before resume() and while it is paused', () => {
  const timer = createPausableTimer(8_000, onEnd)
  vi.advanceTimersByTime(60_000)
  timer.resume()
  vi.advanceTimersByTime(5_000)
  timer.pause()
  timer.pause()
  vi.advanceTimersByTime(60_000)
  timer.resume()
  timer.resume()
  expectEndAfter(3_000)
})

test('§9.2 limits the duration to 2^31-1 ms', () => {
  using setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout')
  createPausableTimer(Number.POSITIVE_INFINITY, onEnd).resume()
  expect(setTimeoutSpy).toHaveBeenLastCalledWith(onEnd, 2_147_483_647)
})
