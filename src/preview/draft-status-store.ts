/** `unread`: drafts could not be read. `unfinished`: something that the page needs is missing in them. */
export type DraftError = 'unread' | 'unfinished'

/** What has become of the drafts of the pages that were asked for. */
export interface DraftStatusStore {
  /** The worst problem that there is now. */
  readonly getError: () => DraftError | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** `onChange` of the watch hears when this answer differs from the page's last one. */
  readonly recordResponse: (page: string, answer: unknown) => void
  readonly recordError: (page: string, how: DraftError) => void
  readonly clearError: (page: string) => void
}

/** Begins to watch. `onChange`: the drafts are others than before, or cannot be read. */
export function createDraftStatusStore(onChange: () => void): DraftStatusStore {
  const answers = new Map<string, string>()
  const problems = new Map<string, DraftError>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const clearError = (page: string) => {
    if (problems.delete(page)) tell()
  }
  return {
    getError: () => {
      const all = [...problems.values()]
      return all.includes('unread') ? 'unread' : all[0]
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    recordResponse: (page, answer) => {
      clearError(page)
      const [before, now] = [answers.get(page), JSON.stringify(answer)]
      answers.set(page, now)
      if (before !== undefined && before !== now) onChange()
    },
    recordError: (page, how) => {
      problems.set(page, how)
      tell()
      if (how === 'unread') onChange()
    },
    clearError,
  }
}
