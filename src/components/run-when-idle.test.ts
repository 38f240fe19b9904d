import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runWhenIdle } from './run-when-idle.ts'

let page: EventTarget
const isUsable = (readyState: 'loading' | 'complete') => vi.stubGlobal('document', { readyState })

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('nothing happens before the page is loaded', () => {
  isUsable('loading')
  const task = vi.fn()
  runWhenIdle(task)
  vi.advanceTimersByTime(10_000)
  expect(task).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(1_000)
  expect(task).toHaveBeenCalledOnce()
})

test('on a page that is loaded already it happens soon, not at once', () => {
  isUsable('complete')
  const task = vi.fn()
  runWhenIdle(task)
  expect(task).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(task).toHaveBeenCalledOnce()
})

test.each(['loading', 'complete'] as const)('called off while %s, it never happens', (state) => {
  isUsable(state)
  const task = vi.fn()
  runWhenIdle(task)()
  page.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(10_000)
  expect(task).not.toHaveBeenCalled()
})
