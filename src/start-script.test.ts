import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startScript } from './start-script.ts'

// The e2e tests have a page that waits for its scripts (hydration.e2e.ts, film.e2e.ts, script-load-failure.e2e.ts).

class Form {
  readonly dataset: Record<string, string> = {}
  readonly submit = () => log.push('the form is submitted')
}

/** What happens, in its order. */
const log: string[] = []
const handlers: Record<string, (event: object) => void> = {}
const images = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
const setTask = setTimeout
let form = new Form()
let elements: { outerHTML: string; readonly textContent: string }[] = []
let count = 0

/** Modules that log their names. Each test has its own, because a module is executed once. */
const createModules = (...names: readonly string[]) => {
  count++
  return names.map((name) => {
    const code = name === 'broken' ? 'throw 0' : `globalThis.logModule(${JSON.stringify(name)})`
    return `data:text/javascript,${encodeURIComponent(code)}//${count}`
  })
}
const start = (names = ['page', 'entry', 'react', 'router', 'style']) => {
  const files = createModules(...names)
  const [page = '', entry = '', ...others] = files
  startScript(page, entry, others.slice(0, 2), files)
  return files.map((file) => `modulepreload ${file}`)
}
const event = (changes: object = {}) => ({ target: form, defaultPrevented: false, preventDefault: vi.fn(), ...changes })

beforeEach(() => {
  log.length = 0
  form = new Form()
  elements = ['<p>One</p>', '<p>Two</p>'].map((textContent) => ({ outerHTML: '', textContent }))
  const found: Readonly<Record<string, unknown>> = {
    'img[fetchpriority=high]': images.map(({ promise }) => ({ decode: () => promise })),
    noscript: elements,
  }
  vi.stubGlobal('HTMLFormElement', Form)
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: { append: ({ rel, href }: HTMLLinkElement) => log.push(`${rel} ${href}`) },
    querySelectorAll: (selector: string) => found[selector],
    querySelector: () => ('wanted' in form.dataset ? form : null),
  })
  vi.stubGlobal('logModule', (name: string) => log.push(name))
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => log.push('frame') && callback())
  vi.stubGlobal('setTimeout', (callback: () => void, delay?: number) => {
    if (delay === undefined) log.push('task') // others are those of the test runner
    return setTask(callback, delay)
  })
  vi.stubGlobal('addEventListener', (type: string, handler: (event: object) => void, options?: object) => {
    handlers[type] = handler
    log.push(`${type} ${JSON.stringify(options)}`)
  })
})
afterEach(() => vi.unstubAllGlobals())

const INPUT = '{"once":true,"passive":true}'
const LISTENERS = ['load undefined', `pointerdown ${INPUT}`, `keydown ${INPUT}`, 'submit undefined']
const EXECUTED = ['react', 'task', 'router', 'task', 'page', 'entry']
const settle = () => new Promise((resolve) => setTask(resolve, 50))

test('after load, the decoded first images and their frame, all files are fetched, and executed one by one, once', async () => {
  const preloads = start()
  handlers.load?.({})
  images[0]?.reject(new Error('broken'))
  await settle()
  expect(log).toEqual(LISTENERS)
  images[1]?.resolve()
  const expected = [...LISTENERS, 'frame', 'task', ...preloads, ...EXECUTED]
  await vi.waitFor(() => expect(log).toEqual(expected), 30_000)
  for (const type of ['pointerdown', 'keydown']) handlers[type]?.({})
  await settle()
  expect(log).toEqual(expected)
})

test.each(['pointerdown', 'keydown', 'submit'])('%s does not wait for that', async (type) => {
  const preloads = start()
  handlers[type]?.(event())
  await vi.waitFor(() => expect(log).toEqual([...LISTENERS, ...preloads, ...EXECUTED]), 30_000)
})

test('a form is kept for the script, and submitted when the script fails, with the content for browsers without scripts', async () => {
  const createPolicy = vi.fn((_: string, rules: object) => rules)
  vi.stubGlobal('window', { trustedTypes: { createPolicy } })
  start(['page', 'broken', 'react', 'router'])
  const ignored = [event({ defaultPrevented: true }), event({ target: {} })]
  for (const each of ignored) handlers.submit?.(each)
  const [submit, submitter] = [event(), { setAttribute: vi.fn() }]
  expect([log, form.dataset]).toEqual([LISTENERS, {}])
  handlers.submit?.({ ...submit, submitter })
  expect(form.dataset).toEqual({ wanted: '' })
  expect(submitter.setAttribute.mock.calls).toEqual([['aria-busy', 'true']])
  await vi.waitFor(() => expect(log.at(-1)).toBe('the form is submitted'), 30_000)
  expect(elements.map(({ outerHTML }) => outerHTML)).toEqual(['<p>One</p>', '<p>Two</p>'])
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('noscript', expect.anything()) // as the policy of the pages allows
  const later = event()
  handlers.submit?.(later)
  const prevented = [...ignored, submit, later].map(({ preventDefault }) => preventDefault.mock.calls.length)
  expect(prevented).toEqual([0, 0, 1, 0])
})

test('a script that fails shows that content in a browser without Trusted Types', async () => {
  start(['broken', 'entry', 'react', 'router'])
  handlers.keydown?.({})
  await vi.waitFor(
    () => expect(elements.map(({ outerHTML }) => outerHTML)).toEqual(['<p>One</p>', '<p>Two</p>']),
    30_000,
  )
  expect(log).not.toContain('entry')
  expect(log).not.toContain('the form is submitted')
})
