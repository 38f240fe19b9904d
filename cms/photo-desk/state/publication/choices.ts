import { createStore } from 'zustand/vanilla'

/** Keeps the ids of what is deselected over a reload. */
export interface ChoiceStorage {
  readonly read: () => Promise<readonly string[] | undefined>
  readonly write: (deselectedIds: readonly string[]) => Promise<void>
}

export type Choices = ReturnType<typeof createChoices>

/**
 * Creates what the editor has selected or deselected in the view, by the id of the entry. What is deselected stays so
 * over a reload; what is selected does not, so that nothing is published that the editor does not remember.
 */
export function createChoices(storage: ChoiceStorage) {
  const store = createStore<ReadonlyMap<string, boolean>>(() => new Map())
  function change(changes: Iterable<readonly [string, boolean | undefined]>): void {
    const choices = new Map(store.getState())
    for (const [id, isSelected] of changes)
      if (isSelected === undefined) choices.delete(id)
      else choices.set(id, isSelected)
    store.setState(choices, true)
    const deselectedIds = [...choices.keys()].filter((id) => choices.get(id) === false)
    storage.write(deselectedIds).catch((error: unknown) => console.warn('A choice is not kept over a reload:', error))
  }
  return {
    store,
    /** Selects and deselects. `undefined`: the editor has no choice of their own any more. */
    change,
    forget: (ids: readonly string[]) => change(ids.map((id) => [id, undefined])),
    restore: async (): Promise<void> => {
      const deselectedIds = (await storage.read()) ?? []
      store.setState(new Map(deselectedIds.map((id) => [id, false])), true)
    },
  }
}
