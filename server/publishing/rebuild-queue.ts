import { ANY_CHANGE, type ContentChange, mergeContentChanges } from './content-change.ts'

/**
 * Updates the pages after a change: renders them, or calls a deploy hook. Resolves with the parts that failed and stay as
 * they were. Rejects when nothing could be updated, or when `signal` aborts.
 */
export type Rebuild = (change: ContentChange, signal: AbortSignal) => Promise<readonly RebuildFailure[]>

export interface RebuildFailure {
  /** The path of a page, or the name of another part. */
  readonly what: string
  readonly reason: string
}

/** Whether the served pages are up to date, for /health and the preview banner. */
export interface PublishingState {
  readonly status: 'ok' | 'failed'
  /** ISO time of the last rebuild without failures; `null` before the first. */
  readonly lastRebuild: string | null
  readonly failures: readonly RebuildFailure[]
  /** Whether a rebuild runs, or changes wait for one. */
  readonly isRebuilding: boolean
}

/** Runs one rebuild at a time. Changes that arrive meanwhile are merged into the next one. */
export interface RebuildQueue {
  readonly enqueue: (change: ContentChange) => void
  readonly getState: () => PublishingState
  /** Adds a listener for the end of each rebuild, failed ones included. It must not reject. */
  readonly onRebuilt: (listener: () => Promise<void>) => void
  /** Aborts the running rebuild and drops waiting changes: the next start of the server renders all pages. */
  readonly close: () => Promise<void>
}

export interface RebuildQueueOptions {
  readonly rebuild: Rebuild
  readonly log: (line: string) => void
  /** Failures of the build before the queue started. They are retried. */
  readonly initialFailures?: readonly RebuildFailure[]
  /** Other reasons for outdated pages, which `getState()` reports too. */
  readonly getOtherFailures?: () => readonly RebuildFailure[]
  /** Delay of a rebuild after its first change: publishing ten entries causes one rebuild. */
  readonly debounceMs?: number
  /** ms before each retry. The last value applies to all further retries. */
  readonly retryDelaysMs?: readonly number[]
}

const DEFAULT_DEBOUNCE_MS = 300
const DEFAULT_RETRY_DELAYS_MS = [10_000, 60_000, 300_000]

/** Updates the pages in the background. A failed change is part of every later rebuild until it succeeds. */
export function createRebuildQueue(options: RebuildQueueOptions): RebuildQueue {
  const {
    rebuild,
    log,
    getOtherFailures = () => [],
    debounceMs = DEFAULT_DEBOUNCE_MS,
    retryDelaysMs = DEFAULT_RETRY_DELAYS_MS,
  } = options
  const listeners: (() => Promise<void>)[] = []
  const closing = new AbortController()
  let failures = options.initialFailures ?? []
  let lastRebuild: string | null = null
  let waitingChange: ContentChange | undefined
  let failedChange: ContentChange | undefined
  let attempts = 0
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  if (failures.length > 0) scheduleRetry(ANY_CHANGE)

  function startAfter(delayMs: number): void {
    clearTimeout(timer)
    if (!closing.signal.aborted) timer = setTimeout(start, delayMs).unref()
  }

  function start(): void {
    const change = mergeContentChanges(waitingChange, failedChange)
    waitingChange = undefined
    running = run(change).finally(() => {
      running = undefined
      if (waitingChange) startAfter(debounceMs)
    })
  }

  async function run(change: ContentChange): Promise<void> {
    const newFailures = await rebuild(change, closing.signal).catch(toFailures)
    if (closing.signal.aborted) return
    for (const listener of listeners) await listener()
    const hadFailures = failures.length > 0
    failures = newFailures
    if (failures.length > 0) return scheduleRetry(change)
    failedChange = undefined
    attempts = 0
    lastRebuild = new Date().toISOString()
    if (hadFailures) log('The pages are up to date again.')
  }

  function scheduleRetry(change: ContentChange): void {
    failedChange = change
    const delayMs = waitingChange ? debounceMs : (retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? 0)
    attempts += 1
    for (const line of describeFailures(failures)) log(`${line} Retrying in ${Math.ceil(delayMs / 1000)} s.`)
    startAfter(delayMs)
  }

  return {
    enqueue: (change) => {
      const isFirst = waitingChange === undefined
      waitingChange = mergeContentChanges(waitingChange, change)
      if (isFirst && !running) startAfter(debounceMs)
    },
    getState: () => {
      const allFailures = [...failures, ...getOtherFailures()]
      return {
        status: allFailures.length > 0 ? 'failed' : 'ok',
        lastRebuild,
        failures: allFailures,
        isRebuilding: running !== undefined || waitingChange !== undefined,
      }
    },
    onRebuilt: (listener) => {
      listeners.push(listener)
    },
    close: async () => {
      closing.abort()
      clearTimeout(timer)
      await running
    },
  }
}

const toFailures = (problem: unknown): readonly RebuildFailure[] => [
  { what: 'the pages', reason: problem instanceof Error ? problem.message : String(problem) },
]

/** One line for each reason: when the CMS is down, every page fails for the same one. */
const describeFailures = (failures: readonly RebuildFailure[]): readonly string[] =>
  [...Map.groupBy(failures, ({ reason }) => reason)].map(
    ([reason, all]) => `Not up to date: ${all.map(({ what }) => what).join(', ')}. ${reason.replace(/\.?$/, '.')}`,
  )
