/** `unread`: drafts could not be read. `unfinished`: a draft lacks something that the page requires. */
export type DraftError = 'unread' | 'unfinished'

/** The status of the drafts of each requested page. */
export interface DraftStatusStore {
  /** The most severe error of all pages. */
  readonly getError: () => DraftError | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Clears the page's error. Calls `onChange` if the response differs from the previous one of the page. */
  readonly recordResponse: (page: string, response: unknown) => void
  readonly recordError: (page: string, error: DraftError) => void
  readonly clearError: (page: string) => void
}

/** Creates the store. `onChange` is called when drafts have changed, or cannot be read. */
export function createDraftStatusStore(onChange: () => void): DraftStatusStore {
  const responses = new Map<string, string>()
  const errors = new Map<string, DraftError>()
  const listeners = new Set<() => void>()
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  const clearError = (page: string) => {
    if (errors.delete(page)) notifyListeners()
  }
  return {
    getError: () => {
      const all = [...errors.values()]
      return all.includes('unread') ? 'unread' : all[0]
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    recordResponse: (page, response) => {
      clearError(page)
      const [previous, current] = [responses.get(page), JSON.stringify(response)]
      responses.set(page, current)
      if (previous !== undefined && previous !== current) onChange()
    },
    recordError: (page, error) => {
      errors.set(page, error)
      notifyListeners()
      if (error === 'unread') onChange()
    },
    clearError,
  }
}
