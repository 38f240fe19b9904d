import type { RenderFailure } from '#server/rendering/render-failure.ts'
import { getErrorMessage } from '#shared/user-error.ts'

/**
 * Renders the pages from the content of the CMS and writes those that differ. Resolves with the parts that could not be
 * loaded and stay as they were. Rejects when nothing could be rendered, or when `signal` aborts.
 */
export type RenderPages = (signal: AbortSignal) => Promise<readonly RenderFailure[]>

/** Whether the served pages are up to date, for /health and the preview banner. */
export interface PageUpdatesState {
  readonly status: 'ok' | 'failed'
  /** ISO time since which runs fail; `null` without failures. */
  readonly failingSince: string | null
  readonly failures: readonly RenderFailure[]
  /** Whether a run is in progress, or a publish waits for its first one. */
  readonly isUpdating: boolean
}

/** Keeps the pages equal to the content of the CMS. */
export type PageUpdates = ReturnType<typeof createPageUpdates>

interface PageUpdatesOptions {
  readonly render: RenderPages
  readonly log: (line: string) => void
  /** ms between two runs without a publish, for webhooks that were lost. */
  readonly intervalMs: number
  /** Whether the CMS may answer with old content after a publish. */
  readonly hasDeliveryNetwork: boolean
}

/**
 * ms from a publish to each of its runs. The first one waits for the other webhooks of a publish. The later ones are there
 * because Contentful's delivery network can answer with the old content for minutes after a webhook (contentful.js, issue
 * 245), and for an outage, which may be short.
 */
const DELAYS_MS = [300, 5_000, 20_000, 60_000, 120_000]

/** ms by which a timer of Node may end too early; a run includes what was to start so soon. */
const EARLY_MS = 100

/**
 * Creates the updates of the pages. One run at a time: a publish during the first run of another one starts its own
 * afterwards, and during any other run at once.
 */
export function createPageUpdates(options: PageUpdatesOptions) {
  const { render, log, intervalMs, hasDeliveryNetwork } = options
  const listeners: (() => Promise<void>)[] = []
  const closing = new AbortController()
  let failures: readonly RenderFailure[] = []
  let failingSince: string | null = null
  /** Times of the next runs, of `performance.now()`. */
  let upcoming: readonly number[] = []
  let isWaiting = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  /** Ends a run that is not the first one of a publish, for the first one of another publish to begin. */
  let laterRun: AbortController | undefined

  function planRuns(delays: readonly number[]): void {
    const now = performance.now()
    const [first] = isWaiting ? upcoming : [] // kept, so that a flood of webhooks does not put it off
    const [next = now, ...later] = delays.map((delay) => now + delay)
    upcoming = [first ?? next, ...later]
    isWaiting = true
    laterRun?.abort()
    scheduleNext()
  }

  function scheduleNext(): void {
    clearTimeout(timer)
    if (running || closing.signal.aborted) return
    const delay = Math.max(0, Math.min(intervalMs, (upcoming[0] ?? Number.POSITIVE_INFINITY) - performance.now()))
    timer = setTimeout(start, delay).unref()
  }

  function start(): void {
    const now = performance.now()
    upcoming = upcoming.filter((time) => time > now + EARLY_MS)
    laterRun = isWaiting ? undefined : new AbortController()
    isWaiting = false
    running = run(laterRun?.signal).finally(() => {
      running = undefined
      laterRun = undefined
      scheduleNext()
    })
  }

  async function run(laterRunSignal: AbortSignal | undefined): Promise<void> {
    const signal = laterRunSignal ? AbortSignal.any([closing.signal, laterRunSignal]) : closing.signal
    const newFailures = await render(signal).catch((error) => [{ what: 'the pages', reason: getErrorMessage(error) }])
    if (signal.aborted) return
    for (const listener of listeners) await listener()
    reportChange(newFailures)
    failures = newFailures
  }

  function reportChange(newFailures: readonly RenderFailure[]): void {
    if (newFailures.length === 0) {
      if (failingSince) log('The pages are up to date again.')
      failingSince = null
      return
    }
    if (!failingSince) planRuns(DELAYS_MS)
    failingSince ??= new Date().toISOString()
    const before = describeFailures(failures)
    for (const line of describeFailures(newFailures)) if (!before.includes(line)) log(`${line} Since ${failingSince}.`)
  }

  return {
    /**
     * Compares with the CMS now, and again after the delays of its delivery network. To be called at the start and after each
     * publish.
     */
    start: () => planRuns(hasDeliveryNetwork ? DELAYS_MS : DELAYS_MS.slice(0, 1)),
    getState: (): PageUpdatesState => ({
      status: failures.length > 0 ? 'failed' : 'ok',
      failingSince,
      failures,
      isUpdating: running !== undefined || isWaiting,
    }),
    /** Adds a listener for the end of each run, failed ones included. It must not reject. */
    onUpdated: (listener: () => Promise<void>) => void listeners.push(listener),
    /** Aborts a run and ends the comparisons. */
    close: async (): Promise<void> => {
      closing.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** One line for each reason: when the CMS is down, every page fails for the same one. */
const describeFailures = (failures: readonly RenderFailure[]): readonly string[] =>
  [...Map.groupBy(failures, ({ reason }) => reason)].map(
    ([reason, all]) => `Not up to date: ${all.map(({ what }) => what).join(', ')}. ${reason.replace(/\.?$/, '.')}`,
  )
