interface BrowserStorage {
  readonly get: (key: string) => string | null
  readonly set: (key: string, value: string) => void
  readonly remove: (key: string) => void
}

/** Creates access to the browser's storage. Values are kept in memory if it is disabled or full, as in private windows. */
export function createBrowserStorage(type: 'localStorage' | 'sessionStorage'): BrowserStorage {
  const memory = new Map<string, string>()
  return {
    get: (key) => memory.get(key) ?? tryStorage(() => globalThis[type].getItem(key)) ?? null,
    set: (key, value) => {
      memory.delete(key)
      if (!tryStorage(() => [globalThis[type].setItem(key, value)])) memory.set(key, value)
    },
    remove: (key) => {
      memory.delete(key)
      tryStorage(() => globalThis[type].removeItem(key))
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
