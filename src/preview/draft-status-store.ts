/** `unread`: drafts could not be read. `unfinished`: drafts lack content that the page requires. */
export type DraftError = 'unread' | 'unfinished'

export type DraftStatusStore = ReturnType<typeof createDraftStatusStore>

/** Creates a store of the status of the drafts of all fetched pages. `onChange` is called when drafts have changed or cannot be read. */
export function createDraftStatusStore(onChange: () => void) {
  const responses = new Map<string, string>()
  const errors = new Map<string, DraftError>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const clearError = (page: string) => {
    if (errors.delete(page)) notify()
  }
  return {
    /** Returns the most severe current error. */
    getError: () => {
      const all = [...errors.values()]
      return all.includes('unread') ? 'unread' : all[0]
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Whether drafts of the page were read before. */
    hasResponse: (page: string) => responses.has(page),
    /** Clears the page's error. Calls `onChange` if the response differs from the page's previous one. */
    recordResponse: (page: string, response: unknown) => {
      clearError(page)
      const [previous, current] = [responses.get(page), JSON.stringify(response)]
      responses.set(page, current)
      if (previous !== undefined && previous !== current) onChange()
    },
    recordError: (page: string, error: DraftError) => {
      errors.set(page, error)
      notify()
      if (error === 'unread') onChange()
    },
    clearError,
  }
}
