/** Who is told how far the work has come. */
export interface ProgressReporter {
  /** A phase begins, with so many things to write. */
  readonly startPhase: (phase: string, total: number) => Phase
}

interface Phase {
  /** One thing more is done, or has failed. */
  readonly advance: () => void
  readonly end: () => void
}

/** Nobody watches. */
export const silentProgress: ProgressReporter = { startPhase: () => ({ advance() {}, end() {} }) }
