import { afterEach, expect, test, vi } from 'vitest'
import { runWhenIdle, runWhenNear } from './deferred-tasks.ts'

const task = vi.fn()
const idle = { request: vi.fn((_task: () => void, _options: object) => 7), cancel: vi.fn() }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.clearAllMocks()
})

/** Replaces the window by one in this state. Returns a function that ends the loading of its page. */
function stubWindow(readyState: 'loading' | 'complete', globals: object = {}) {
  const window = new EventTarget()
  const addEventListener = window.addEventListener.bind(window)
  for (const [name, value] of Object.entries({ document: { readyState }, addEventListener, ...globals }))
    vi.stubGlobal(name, value)
  return () => window.dispatchEvent(new Event('load'))
}

test('a task is requested once, when the page is loaded and idle, within 2 s; a cancellation ends the request', () => {
  const load = stubWindow('loading', { requestIdleCallback: idle.request, cancelIdleCallback: idle.cancel })
  runWhenIdle(task)()
  load()
  expect(idle.request, 'cancelled before').not.toHaveBeenCalled()
  const cancel = runWhenIdle(task)
  expect(idle.request).not.toHaveBeenCalled()
  load()
  load()
  expect(idle.request.mock.calls).toEqual([[task, { timeout: 2_000 }]])
  expect(idle.cancel).not.toHaveBeenCalled()
  cancel()
  expect(idle.cancel.mock.calls).toEqual([[7]])
})

test('without idle callbacks, as in Safari, a task runs after 200 ms unless it is cancelled', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stubWindow('complete')
  runWhenIdle(task)()
  vi.advanceTimersByTime(1_000)
  expect(task).not.toHaveBeenCalled()
  runWhenIdle(task)
  vi.advanceTimersByTime(199)
  expect(task).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(task).toHaveBeenCalledOnce()
})

test('a task runs once, when one of the reports says that the element is near', () => {
  const observer = { observe: vi.fn(), disconnect: vi.fn() }
  const created = vi.fn((_onChange: (entries: readonly object[]) => void, _options: object) => {})
  class Observer {
    readonly observe = observer.observe
    readonly disconnect = observer.disconnect
    constructor(...args: Parameters<typeof created>) {
      created(...args)
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const element: Element = Object.create(null)
  const cancel = runWhenNear(element, 400, task)
  const [[report, options] = []] = created.mock.calls
  expect(options).toEqual({ rootMargin: '400px 0px' })
  expect(observer.observe.mock.calls).toEqual([[element]])
  report?.([{ isIntersecting: false }])
  expect([task, observer.disconnect].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  report?.([{ isIntersecting: false }, { isIntersecting: true }])
  expect([task, observer.disconnect].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  cancel()
  expect(observer.disconnect).toHaveBeenCalledTimes(2)
})
