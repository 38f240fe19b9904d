interface BrowserStorage {
  readonly get: (key: string) => string | null
  readonly set: (key: string, value: string) => void
  readonly remove: (key: string) => void
}

/**
 * Creates an accessor to the browser's storage. Falls back to memory if storage is denied or full, as in private
 * windows.
 */
export function createBrowserStorage(type: 'localStorage' | 'sessionStorage'): BrowserStorage {
  const memory = new Map<string, string>()
  return {
    get: (key) => memory.get(key) ?? attempt(() => globalThis[type].getItem(key)) ?? null,
    set: (key, value) => {
      memory.delete(key)
      if (!attempt(() => [globalThis[type].setItem(key, value)])) memory.set(key, value)
    },
    remove: (key) => {
      memory.delete(key)
      attempt(() => globalThis[type].removeItem(key))
    },
  }
}

/** Returns the result of the task, or `undefined` if the browser throws. */
function attempt<Result>(task: () => Result): Result | undefined {
  try {
    return task()
  } catch {
    return undefined
  }
}
