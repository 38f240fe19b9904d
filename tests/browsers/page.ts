import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import type { InputSource, Session } from './session.ts'

/** The page of a session, with the actions and queries of a visitor. */
export interface TestPage {
  readonly goto: (path: string) => Promise<void>
  readonly goBack: () => Promise<void>
  readonly isHydrated: () => Promise<boolean>
  /** Waits until React has hydrated the page. */
  readonly hydrated: () => Promise<void>
  readonly getByRole: GetByRole
  /** Queries the visible elements whose text contains this one, in any case. */
  readonly getByText: (text: string) => TestElement
  readonly press: (key: Key) => Promise<void>
  readonly type: (text: string) => Promise<void>
  readonly clickAt: (point: Point) => Promise<void>
  /** Runs a function in the page. The function sees its arguments, and nothing else of the test. */
  readonly evaluate: <Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ) => Promise<Awaited<Result>>
}

/** Queries the visible elements of a role; with a name, those of exactly this accessible name. */
type GetByRole = (role: string, name?: string) => TestElement

/** The first element that a query finds. The query runs again for each call. */
interface TestElement {
  readonly getByRole: GetByRole
  /** The same query, but its element at this position. */
  readonly nth: (index: number) => TestElement
  readonly count: () => Promise<number>
  /** `null` where the query finds nothing. */
  readonly readState: () => Promise<ElementState | null>
  /** Scrolls to the element, waits until it stands still and nothing covers it, and clicks its middle. */
  readonly click: () => Promise<void>
  /** The same without the click. */
  readonly hover: () => Promise<void>
}

interface ElementState {
  readonly text: string
  /** Of a form field. */
  readonly value: string | null
  readonly isFocused: boolean
  readonly isDisabled: boolean
  /** The viewport holds the whole element. */
  readonly isInViewport: boolean
}

interface Point {
  readonly x: number
  readonly y: number
}

interface Query {
  readonly steps: readonly ({ readonly role: string; readonly name: string | undefined } | { readonly text: string })[]
  readonly index: number
}

const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
} as const
type Key = keyof typeof KEYS

/** ms */
const TIMEOUT = 20_000

const LIBRARY = fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'))

declare global {
  interface Window {
    readonly TestingLibraryDom?: typeof import('@testing-library/dom')
  }
}

export function createPage(session: Session, baseUrl: string): TestPage {
  const evaluate: TestPage['evaluate'] = async (run, ...args) => {
    const call = `(${run})(...${JSON.stringify(args)})`
    return JSON.parse(await session.evaluate(`(async () => JSON.stringify((await ${call}) ?? null))()`))
  }

  /** Runs a function in the page with the elements of a query. */
  async function evaluateQuery<Result>(
    { steps }: Query,
    run: (elements: readonly HTMLElement[], index: number) => Result,
    index: number,
  ): Promise<Awaited<Result>> {
    if (!(await evaluate(() => 'TestingLibraryDom' in window)))
      await session.evaluate(`(() => { ${await readFile(LIBRARY, 'utf8')}; return '' })()`)
    const call = `(${run})((${findElements})(${JSON.stringify(steps)}), ${index})`
    return JSON.parse(await session.evaluate(`(async () => JSON.stringify((await ${call}) ?? null))()`))
  }

  function elementOf(query: Query): TestElement {
    /** Repeats a query that a navigation has interrupted: its page and scripts are gone. */
    const read = <Result>(run: (elements: readonly HTMLElement[], index: number) => Result) => {
      const attempt = () => evaluateQuery(query, run, query.index)
      return attempt().catch(attempt).catch(attempt)
    }
    async function waitForPoint(): Promise<Point> {
      const deadline = Date.now() + TIMEOUT
      let target = await read(findPoint)
      while (typeof target === 'string') {
        if (Date.now() > deadline) throw new Error(`The pointer cannot reach ${JSON.stringify(query)}: ${target}`)
        target = await read(findPoint)
      }
      return target
    }
    return {
      getByRole: (role, name) => elementOf({ steps: [...query.steps, { role, name }], index: 0 }),
      nth: (index) => elementOf({ ...query, index }),
      count: () => read((elements) => elements.length),
      readState: () => read(describeElement),
      click: async () => session.performActions([pointer(await waitForPoint(), CLICK)]),
      hover: async () => session.performActions([pointer(await waitForPoint())]),
    }
  }

  return {
    goto: (path) => session.navigate(new URL(path, baseUrl).href),
    goBack: session.goBack,
    isHydrated: () => evaluate(isHydrated),
    hydrated: () => expect.poll(() => evaluate(isHydrated), { timeout: TIMEOUT }).toBe(true),
    getByRole: (role, name) => elementOf({ steps: [{ role, name }], index: 0 }),
    getByText: (text) => elementOf({ steps: [{ text }], index: 0 }),
    press: (key) => session.performActions([keyPresses([KEYS[key]])]),
    type: (text) => session.performActions([keyPresses([...text])]),
    clickAt: (point) => session.performActions([pointer(point, CLICK)]),
    evaluate,
  }
}

const keyPresses = (keys: readonly string[]): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: keys.flatMap((value) => [{ type: 'keyDown', value } as const, { type: 'keyUp', value } as const]),
})

type PointerActions = Extract<InputSource, { readonly type: 'pointer' }>['actions']

const CLICK = [
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
] as const satisfies PointerActions

const pointer = ({ x, y }: Point, actions: PointerActions = []): InputSource => ({
  type: 'pointer',
  id: 'mouse',
  actions: [{ type: 'pointerMove', x, y }, ...actions],
})

// The functions below run in the page.

function isHydrated(): boolean {
  const main = document.querySelector('main')
  return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps$'))
}

function findElements(steps: Query['steps']): readonly HTMLElement[] {
  const library = window.TestingLibraryDom
  if (!library) throw new Error('The page has no Testing Library')
  let roots = [document.body]
  for (const step of steps)
    roots = roots.flatMap((root) =>
      'text' in step
        ? library.queryAllByText(root, step.text, { exact: false })
        : library.queryAllByRole(root, step.role, step.name === undefined ? {} : { name: step.name }),
    )
  return roots.filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
}

function describeElement(elements: readonly HTMLElement[], index: number): ElementState | null {
  const element = elements[index]
  if (!element) return null
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return {
    text: (element.textContent ?? '').trim(),
    value: element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : null,
    isFocused: element === document.activeElement,
    isDisabled: element.matches(':disabled, [aria-disabled=true]'),
    isInViewport: left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1,
  }
}

/** The middle of the element, or what keeps the pointer from reaching it. */
async function findPoint(elements: readonly HTMLElement[], index: number): Promise<Point | string> {
  const element = elements[index]
  if (!element) return 'no such element is visible'
  const middle = () => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  }
  const { x, y } = middle()
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight)
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = middle()
  await new Promise((done) => setTimeout(done, 100))
  const point = middle()
  if (before.x !== point.x || before.y !== point.y) return 'it moves'
  const hit = document.elementFromPoint(point.x, point.y)
  if (!hit || !(element.contains(hit) || hit.contains(element))) return `${hit?.outerHTML.slice(0, 120)} covers it`
  return point
}
