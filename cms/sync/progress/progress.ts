import cliProgress, { type Params } from 'cli-progress'

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

/** One bar a phase on a terminal; in a file or a pipe one plain line a phase, without escape codes. */
export const createConsoleProgress = (output: NodeJS.WriteStream): ProgressReporter =>
  output.isTTY ? bars(output) : createLineProgress(output)

/** Whatever takes text: a terminal, a file, a test. */
interface Output {
  readonly write: (text: string) => unknown
}

export const createLineProgress = (output: Output): ProgressReporter => ({
  startPhase(phase, total) {
    output.write(`${phase}: ${total === 0 ? 'nothing to write' : `${total} to write`}\n`)
    return { advance() {}, end() {} }
  },
})

const bars = (stream: NodeJS.WriteStream): ProgressReporter => ({
  startPhase(phase, total) {
    if (total === 0) return createLineProgress(stream).startPhase(phase, total)
    const bar = new cliProgress.SingleBar({
      stream,
      format: (_, params) => formatProgressBar(phase, params),
      etaBuffer: 40,
      // `false` would switch the terminal's own wrapping off, and leave it so when the run is killed.
      linewrap: true,
    })
    bar.start(total, 0)
    return { advance: () => bar.increment(), end: () => bar.stop() }
  },
})

/** Characters, with the bar in 80 columns. */
const BAR = 30

export function formatProgressBar(phase: string, { progress, value, total, eta, startTime, stopTime }: Params): string {
  const full = Math.round(progress * BAR)
  const bar = '█'.repeat(full) + '░'.repeat(BAR - full)
  const time = value < total ? timeLeft(eta) : `in ${formatDuration((stopTime ?? Date.now()) - startTime)}`
  return `${phase.padEnd(14)} ${bar} ${value} of ${total}  ${time}`
}

/** `eta` is a number of seconds only when there is something to reckon with. */
const timeLeft = (eta: unknown) =>
  typeof eta === 'number' && Number.isFinite(eta) ? `about ${formatDuration(eta * 1_000)} left` : ''

/** `860` → `0.9 s`; more than a minute and a half in minutes. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}
