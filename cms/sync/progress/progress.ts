import cliProgress, { type Params } from 'cli-progress'

/** Receives the progress of a command. */
export interface ProgressReporter {
  /** Starts a phase that writes `total` items. */
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
    if (total === 0) return silentProgress.startPhase(phase, total)
    if (!stream.isTTY) {
      stream.write(`${phase}: ${total} to write\n`)
      return silentProgress.startPhase(phase, total)
    }
    const bar = new cliProgress.SingleBar({
      stream,
      format: (_, params) => formatProgressBar(phase, params),
      etaBuffer: 40,
      // `false` turns the terminal’s line wrapping off, which stays off if the process is killed.
      linewrap: true,
    })
    bar.start(total, 0)
    return { advance: () => bar.increment(), end: () => bar.stop() }
  },
})

/** Characters; a line has at most 80. */
const BAR_WIDTH = 30

/** Formats one line: phase, bar, counts, and the time left or taken. */
export function formatProgressBar(phase: string, { progress, value, total, eta, startTime, stopTime }: Params): string {
  const full = Math.round(progress * BAR_WIDTH)
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full)
  const time = value < total ? formatTimeLeft(eta) : `in ${formatDuration((stopTime ?? Date.now()) - startTime)}`
  return `${phase.padEnd(14)} ${bar} ${value} of ${total}  ${time}`
}

/** `eta` is a number of seconds only after the first items. */
const formatTimeLeft = (eta: unknown) =>
  typeof eta === 'number' && Number.isFinite(eta) ? `about ${formatDuration(eta * 1_000)} left` : ''

/** Formats a duration: `860` → `0.9 s`; from 90 s in minutes. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}
