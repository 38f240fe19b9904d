import { existsSync } from 'node:fs'
import { getDatabasePath } from './store/database.ts'
import { openSpaceStore, type SpaceStore } from './store/space-store.ts'

export { DamagedStateError, moveStateFolderAside } from './store/damaged-state.ts'

/**
 * Reads a value that a start script stored in a state folder; `undefined` if there is none or the folder is new.
 * No server needs to run. Throws `DamagedStateError`.
 */
export function readStateMeta(folder: string, key: string): string | undefined {
  return existsSync(getDatabasePath(folder)) ? withStore(folder, (store) => store.getMeta(key)) : undefined
}

/** Stores a value in a state folder, which is created if it does not exist. Throws `DamagedStateError`. */
export function writeStateMeta(folder: string, key: string, value: string): void {
  withStore(folder, (store) => store.setMeta(key, value))
}

function withStore<Result>(folder: string, use: (store: SpaceStore) => Result): Result {
  const store = openSpaceStore(folder)
  try {
    return use(store)
  } finally {
    store.close()
  }
}
