import { createStore } from 'zustand/vanilla'
import { hasStatus, toRequestError } from '#cms/photo-desk/client/request-error.ts'
import { capitalize } from '#shared/capitalize.ts'
import { CHANGED_STATUS, type DiscardedValue } from './discarded-values.ts'

/** What an editor discards at once, and can undo at once. */
export interface Discard {
  /** For example `the caption of “Pipes”`. */
  readonly name: string
  readonly values: readonly DiscardedValue[]
  /** A sentence about what stays, or what else changes. */
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

  /**
   * Writes values one after the other, and says what is done. Returns the errors of those that are not written; `undefined`
   * if something is being written already: a second click would write the same again.
   */
  async function write({ name, values, remark = '' }: Discard, action: keyof DiscardedValue) {
    if (isRunning) return undefined
    isRunning = true
    const errors = new Map<DiscardedValue, unknown>()
    const problems: string[] = []
    for (const value of values)
      try {
        const problem = await value[action]()
        if (problem) problems.push(problem)
      } catch (error) {
        errors.set(value, error)
        problems.push(`${toRequestError(error).message}.`)
      }
    isRunning = false
    const [done, result] =
      action === 'discard' ? ['discarded', 'as visitors see it again'] : ['undone', 'as before the discard']
    const text =
      problems.length === 0
        ? [`${capitalize(name)} is ${result}.`, remark]
        : [`Not ${problems.length < values.length ? 'completely ' : ''}${done}: ${name}.`, ...new Set(problems)]
    say(text.join(' ').trim(), problems.length > 0)
    return errors
  }

  return {
    store,
    discard: async (discard: Discard): Promise<void> => {
      const errors = await write(discard, 'discard')
      const values = errors ? discard.values.filter((value) => !errors.has(value)) : []
      if (values.length > 0) store.setState([...store.getState(), { ...discard, values }], true)
    },
    /** Undoes the last one. What cannot be written because of another change is left as it is. */
    undo: async (): Promise<void> => {
      const [...others] = store.getState()
      const last = others.pop()
      const errors = last && (await write({ ...last, values: last.values.toReversed(), remark: '' }, 'undo'))
      if (!errors) return
      const values = last.values.filter((value) => errors.has(value) && !hasStatus(errors.get(value), CHANGED_STATUS))
      store.setState(values.length > 0 ? [...others, { ...last, values }] : others, true)
    },
  }
}
