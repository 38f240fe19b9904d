import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runWhenIdle } from './deferred-tasks.ts'

let page: EventTarget
const stubReadyState = (readyState: 'loading' | 'complete') => vi.stubGlobal('document', { readyState })

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('does not run the task before the page is loaded', () => {
  stubReadyState('loading')
  const task = vi.fn()
  runWhenIdle(task)
  vi.advanceTimersByTime(10_000)
  expect(task).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(1_000)
  expect(task).toHaveBeenCalledOnce()
})

test('runs the task asynchronously if the page is already loaded', () => {
  stubReadyState('complete')
  const task = vi.fn()
  runWhenIdle(task)
  expect(task).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(task).toHaveBeenCalledOnce()
})

test.each(['loading', 'complete'] as const)('does not run a task that was cancelled while %s', (state) => {
  stubReadyState(state)
  const task = vi.fn()
  runWhenIdle(task)()
  page.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(10_000)
  expect(task).not.toHaveBeenCalled()
})
