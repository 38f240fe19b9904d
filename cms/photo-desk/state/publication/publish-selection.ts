import { createStore } from 'zustand/vanilla'
import type { ValueStorage } from '#cms/photo-desk/client/desk-database.ts'
import type { DeselectedEntry } from '#cms/photo-desk/client/stored-work.ts'

export interface SelectableEntry extends DeselectedEntry {
  /** Whether it is selected as long as the editor has not chosen. */
  readonly isDefault: boolean
}

/** What the editor has chosen for an entry, and for which list. */
interface Choice {
  readonly isSelected: boolean
  readonly list: string | undefined
}

export type PublishSelectionStore = ReturnType<typeof createPublishSelection>

export const listSelectedIds = (
  entries: readonly SelectableEntry[],
  choices: ReadonlyMap<string, Choice>,
): readonly string[] =>
  entries
    .filter(({ id, list, isDefault }) => {
      const choice = choices.get(id)
      return choice && choice.list === list ? choice.isSelected : isDefault
    })
    .map(({ id }) => id)

/**
 * Creates what the editor has selected or deselected to be published, by the id of the entry. What is deselected stays so
 * over a reload, a page until its list changes: it would leave out pictures that the editor has not thought of. What is
 * selected does not, so that nothing is published that the editor does not remember. `storage`: of what is deselected.
 */
export function createPublishSelection(storage: ValueStorage<readonly DeselectedEntry[]>) {
  const store = createStore<ReadonlyMap<string, Choice>>(() => new Map())
  /** `undefined`: as by default. */
  function change(changes: Iterable<readonly [string, Choice | undefined]>): void {
    const choices = new Map(store.getState())
    for (const [id, choice] of changes)
      if (choice) choices.set(id, choice)
      else choices.delete(id)
    store.setState(choices, true)
    const deselected = [...choices].flatMap(([id, { isSelected, list }]) => (isSelected ? [] : [{ id, list }]))
    storage
      .write(deselected)
      .catch((error: unknown) => console.warn('What is deselected is not kept over a reload:', error))
  }
  // What is as by default is no choice: a picture that is published is selected again when it is changed.
  const select = (entries: readonly SelectableEntry[], isSelected: boolean): void =>
    change(entries.map(({ id, list, isDefault }) => [id, isSelected === isDefault ? undefined : { isSelected, list }]))
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
      const deselected = (await storage.read()) ?? []
      store.setState(new Map(deselected.map(({ id, list }) => [id, { isSelected: false, list }])), true)
    },
  }
}
