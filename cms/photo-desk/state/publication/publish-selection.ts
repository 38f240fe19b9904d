import { createStore } from 'zustand/vanilla'
import type { ValueStorage } from '#cms/photo-desk/client/desk-database.ts'

export type PublishSelectionStore = ReturnType<typeof createPublishSelection>

/**
 * Creates what the editor has selected or deselected to be published, by the id of the entry. What is deselected stays so
 * over a reload; what is selected does not, so that nothing is published that the editor does not remember. `storage`: of
 * the ids that are deselected.
 */
export function createPublishSelection(storage: ValueStorage<readonly string[]>) {
  const store = createStore<ReadonlyMap<string, boolean>>(() => new Map())
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
  return {
    store,
    /** Selects and deselects. `undefined`: as by default. */
    change,
    forget: (ids: readonly string[]) => change(ids.map((id) => [id, undefined])),
    restore: async (): Promise<void> => {
      const deselectedIds = (await storage.read()) ?? []
      store.setState(new Map(deselectedIds.map((id) => [id, false])), true)
    },
  }
}
