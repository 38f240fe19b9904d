import { createStore } from 'zustand/vanilla'
import type { ValueStorage } from '#cms/photo-desk/client/desk-database.ts'

/** An entry that can be selected. */
export interface SelectableEntry {
  readonly id: string
  /** Whether it is selected as long as the editor has not chosen. */
  readonly isDefault: boolean
}

export type PublishSelectionStore = ReturnType<typeof createPublishSelection>

/**
 * Creates what the editor has selected or deselected to be published, by the id of the entry. What is deselected stays so
 * over a reload; what is selected does not, so that nothing is published that the editor does not remember. `storage`: of
 * the ids that are deselected.
 */
export function createPublishSelection(storage: ValueStorage<readonly string[]>) {
  const store = createStore<ReadonlyMap<string, boolean>>(() => new Map())
  /** `undefined`: as by default. */
  function change(changes: Iterable<readonly [string, boolean | undefined]>): void {
    const selection = new Map(store.getState())
    for (const [id, isSelected] of changes)
      if (isSelected === undefined) selection.delete(id)
      else selection.set(id, isSelected)
    store.setState(selection, true)
    const deselectedIds = [...selection.keys()].filter((id) => selection.get(id) === false)
    storage
      .write(deselectedIds)
      .catch((error: unknown) => console.warn('What is deselected is not kept over a reload:', error))
  }
  // What is as by default is no choice: a picture that is published is selected again when it is changed.
  const select = (entries: readonly SelectableEntry[], isSelected: boolean): void =>
    change(entries.map(({ id, isDefault }) => [id, isSelected === isDefault ? undefined : isSelected]))
  let lastId: string | undefined
  return {
    store,
    select,
    /** Selects an entry or not. `isRange`: with all shown ones from the one that was changed last. */
    selectOne: (shown: readonly SelectableEntry[], id: string, isSelected: boolean, isRange: boolean): void => {
      const index = shown.findIndex((entry) => entry.id === id)
      const lastIndex = isRange ? shown.findIndex((entry) => entry.id === lastId) : -1
      const [start, end] = lastIndex < 0 ? [index, index] : [Math.min(index, lastIndex), Math.max(index, lastIndex)]
      select(shown.slice(start, end + 1), isSelected)
      lastId = id
    },
    forget: (ids: readonly string[]) => change(ids.map((id) => [id, undefined])),
    restore: async (): Promise<void> => {
      const deselectedIds = (await storage.read()) ?? []
      store.setState(new Map(deselectedIds.map((id) => [id, false])), true)
    },
  }
}
