import { existsSync } from 'node:fs'
import { getDatabasePath } from './store/database.ts'
import { openSpaceStore } from './store/space-store.ts'

/**
 * Reads a value that a start script stored in a state folder; `undefined` if there is none or the folder is new.
 * No server needs to run. Throws `DamagedStateError`.
 */
export function readStateMeta(folder: string, key: string): string | undefined {
  if (!existsSync(getDatabasePath(folder))) return undefined
  using space = openSpaceStore(folder)
  return space.getMeta(key)
}

/** Stores a value in a state folder, which is created if it does not exist. Throws `DamagedStateError`. */
export function writeStateMeta(folder: string, key: string, value: string): void {
  using space = openSpaceStore(folder)
  space.setMeta(key, value)
}
