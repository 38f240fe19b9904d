import { createStore } from 'zustand/vanilla'
import { toRequestError } from '#cms/photo-desk/client/request-error.ts'
import { type DiscardedValue, RefusedWriteError } from './discarded-values.ts'

/** What an editor discards at once, and can undo at once. */
export interface Discard {
  /** For example `the caption of “Pipes”`. */
  readonly name: string
  /** The picture or page. */
  readonly entryId: string
  readonly values: readonly DiscardedValue[]
  /** A sentence about what stays. */
  readonly remark?: string | undefined
}

/**
 * Creates what writes published values back as drafts, and undoes it until the page is closed, the last one first. `say`:
 * tells the editor what is done, or why it is not.
 */
export function createDiscards(say: (text: string, hasFailed: boolean) => void) {
  /** What can be undone, the last one at the end. */
  const store = createStore<readonly Discard[]>(() => [])
  let isRunning = false

  /** Writes values and says what is done. Returns those that are written, and those that can be tried again. */
  async function write({ name, values, remark = '' }: Discard, action: keyof DiscardedValue) {
    const written: DiscardedValue[] = []
    const failed: DiscardedValue[] = []
    const problems = new Set<string>()
    let hasSucceeded = false
    for (const value of values)
      try {
        const problem = await value[action]()
        written.push(value)
        if (problem) problems.add(problem)
        else hasSucceeded = true
      } catch (error) {
        const isRefused = error instanceof RefusedWriteError
        if (!isRefused) failed.push(value)
        problems.add(`${(isRefused ? error : toRequestError(error)).message}.`)
      }
    const [done, result] =
      action === 'discard' ? ['discarded', 'as visitors see it again'] : ['undone', 'as before the discard']
    const text =
      problems.size === 0
        ? [`${name.charAt(0).toUpperCase()}${name.slice(1)} is ${result}.`, remark]
        : [`Not ${hasSucceeded ? 'completely ' : ''}${done}: ${name}.`, ...problems]
    say(text.join(' ').trim(), problems.size > 0)
    return { written, failed }
  }

  /** One after the other: a second click would write the same again. */
  async function runAlone(task: () => Promise<void>): Promise<void> {
    if (isRunning) return
    isRunning = true
    await task().finally(() => {
      isRunning = false
    })
  }

  return {
    store,
    discard: (discard: Discard): Promise<void> =>
      runAlone(async () => {
        const { written } = await write(discard, 'discard')
        if (written.length > 0) store.setState([...store.getState(), { ...discard, values: written }], true)
      }),
    /** Undoes the last one. What cannot be written because of another change is left as it is. */
    undo: (): Promise<void> =>
      runAlone(async () => {
        const last = store.getState().at(-1)
        if (!last) return
        const { failed } = await write({ ...last, values: last.values.toReversed(), remark: '' }, 'undo')
        const remaining = failed.length > 0 ? [{ ...last, values: failed.toReversed() }] : []
        store.setState([...store.getState().slice(0, -1), ...remaining], true)
      }),
  }
}
