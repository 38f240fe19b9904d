/** `unread`: drafts could not be read. `unfinished`: drafts lack content that the page requires. */
export type DraftError = 'unread' | 'unfinished'

/** The status of the drafts of all fetched pages. */
export interface DraftStatusStore {
  /** The most severe current error. */
  readonly getError: () => DraftError | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Whether drafts of the page were read before. */
  readonly hasResponse: (page: string) => boolean
  /** Clears the page's error. Calls `onChange` if the response differs from the page's previous one. */
  readonly recordResponse: (page: string, response: unknown) => void
  readonly recordError: (page: string, error: DraftError) => void
  readonly clearError: (page: string) => void
}

/** Creates an empty store. `onChange` is called when drafts have changed or cannot be read. */
export function createDraftStatusStore(onChange: () => void): DraftStatusStore {
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
    getError: () => {
      const all = [...errors.values()]
      return all.includes('unread') ? 'unread' : all[0]
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hasResponse: (page) => responses.has(page),
    recordResponse: (page, response) => {
      clearError(page)
      const [previous, current] = [responses.get(page), JSON.stringify(response)]
      responses.set(page, current)
      if (previous !== undefined && previous !== current) onChange()
    },
    recordError: (page, error) => {
      errors.set(page, error)
      notify()
      if (error === 'unread') onChange()
    },
    clearError,
  }
}
