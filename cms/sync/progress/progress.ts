import cliProgress from 'cli-progress'

/** Receives the progress of a command. */
export interface ProgressReporter {
  /** Starts a phase with `total` items. */
  readonly startPhase: (phase: string, total: number) => Phase
}

interface Phase {
  /** Counts one item as done or failed. */
  readonly advance: () => void
  readonly end: () => void
}

/** Reports nothing. */
export const silentProgress: ProgressReporter = { startPhase: () => ({ advance() {}, end() {} }) }

/**
 * Shows a progress bar per phase in a terminal, and writes one line per phase, without escape codes, to a file or pipe.
 * Nothing is shown for a phase without items.
 */
export const createConsoleProgress = (stream: NodeJS.WriteStream): ProgressReporter => ({
  startPhase(phase, total) {
    if (total > 0 && !stream.isTTY) stream.write(`${phase}: ${total}\n`)
    if (total === 0 || !stream.isTTY) return silentProgress.startPhase(phase, total)
    const options = {
      stream,
      format: '{phase} {bar} {value} of {total}  {eta_formatted} left',
      // `false` turns the terminal’s line wrapping off, which stays off if the process is killed.
      linewrap: true,
    }
    const bar = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic)
    bar.start(total, 0, { phase: phase.padEnd(14) })
    return { advance: () => bar.increment(), end: () => bar.stop() }
  },
})
