/** Access to a storage of the browser. */
export interface BrowserStorage {
  readonly get: (key: string) => string | null
  readonly set: (key: string, value: string) => void
  readonly remove: (key: string) => void
}

/**
 * Creates access to a storage of the browser. Values are kept in memory if it is disabled or full, as in private windows, and
 * in a build, which has none.
 */
export function createBrowserStorage(getStorage: () => Storage | undefined): BrowserStorage {
  const memory = new Map<string, string>()
  const get = (key: string) => memory.get(key) ?? tryStorage(() => getStorage()?.getItem(key)) ?? null
  return {
    get,
    set: (key, value) => {
      memory.delete(key)
      const isStored = tryStorage(() => {
        const storage = getStorage()
        storage?.setItem(key, value)
        return storage !== undefined
      })
      if (!isStored) memory.set(key, value)
    },
    remove: (key) => {
      memory.delete(key)
      tryStorage(() => getStorage()?.removeItem(key))
    },
  }
}

/** Returns `undefined` if the browser throws. */
function tryStorage<Result>(task: () => Result): Result | undefined {
  try {
    return task()
  } catch {
    return undefined
  }
}

/** The storages of the browser: `local` is shared by all tabs, `session` belongs to one tab. */
export interface BrowserStorages {
  readonly local: BrowserStorage
  readonly session: BrowserStorage
}
