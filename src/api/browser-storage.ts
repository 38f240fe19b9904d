interface Kept {
  readonly get: (key: string) => string | null
  readonly set: (key: string, value: string) => void
  readonly remove: (key: string) => void
}

/** The browser's storage; where it is forbidden or full, as in private windows, this page's memory. */
export function createBrowserStorage(kind: 'localStorage' | 'sessionStorage'): Kept {
  const memory = new Map<string, string>()
  return {
    get: (key) => memory.get(key) ?? tried(() => globalThis[kind].getItem(key)) ?? null,
    set: (key, value) => {
      memory.delete(key)
      if (!tried(() => [globalThis[kind].setItem(key, value)])) memory.set(key, value)
    },
    remove: (key) => {
      memory.delete(key)
      tried(() => globalThis[kind].removeItem(key))
    },
  }
}

/** What it answers, or nothing where the browser throws. */
function tried<Answer>(task: () => Answer): Answer | undefined {
  try {
    return task()
  } catch {
    return undefined
  }
}
