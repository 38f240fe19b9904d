import {
  ANY_CHANGE,
  type ContentChange,
  type PublishingState,
  type Rebuild,
  type RebuildFailure,
} from './publishing-options.ts'

/** Rebuilds one after the other; what is touched meanwhile is done next. */
export interface RebuildQueue {
  readonly enqueue: (touched: ContentChange) => void
  readonly getState: () => PublishingState
  /** Called after each rebuild, whatever became of it; must not reject. */
  readonly onRebuilt: (listener: () => Promise<void>) => void
  /** Ends what runs, and forgets what waits: the next start writes all pages. */
  readonly close: () => Promise<void>
}

export interface RebuildQueueOptions {
  readonly rebuild: Rebuild
  readonly log: (line: string) => void
  /** What could not be made before the queue began; it is tried again. */
  readonly initialFailures?: readonly RebuildFailure[]
  /** What else makes the pages older than what is published; part of `state()`. */
  readonly getOtherFailures?: () => readonly RebuildFailure[]
  /** ms that the first change waits for others: publishing ten entries is one rebuild. */
  readonly debounceMs?: number
  /** ms before what failed is tried again; the last one from then on. */
  readonly retryDelaysMs?: readonly number[]
}

const GATHER = 300
const WAITS = [10_000, 60_000, 300_000]

/** Makes the pages follow the CMS in the background; what failed is part of every later rebuild until it is well. */
export function createRebuildQueue(options: RebuildQueueOptions): RebuildQueue {
  const { rebuild, log, getOtherFailures = () => [], debounceMs = GATHER, retryDelaysMs = WAITS } = options
  const listeners: (() => Promise<void>)[] = []
  const closing = new AbortController()
  let failures = options.initialFailures ?? []
  let lastRebuild: string | null = null
  let waiting: ContentChange | undefined
  let failed: ContentChange | undefined
  let attempts = 0
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  if (failures.length > 0) keepTrying(ANY_CHANGE)

  function beginIn(wait: number): void {
    clearTimeout(timer)
    if (!closing.signal.aborted) timer = setTimeout(begin, wait).unref()
  }

  function begin(): void {
    const touched = merged(waiting, failed)
    waiting = undefined
    running = run(touched).finally(() => {
      running = undefined
      if (waiting) beginIn(debounceMs)
    })
  }

  async function run(touched: ContentChange): Promise<void> {
    const result = await rebuild(touched, closing.signal).catch(asFailure)
    if (closing.signal.aborted) return
    for (const listener of listeners) await listener()
    const hadFailed = failures.length > 0
    failures = result
    if (failures.length > 0) return keepTrying(touched)
    failed = undefined
    attempts = 0
    lastRebuild = new Date().toISOString()
    if (hadFailed) log('The pages are up to date again.')
  }

  function keepTrying(touched: ContentChange): void {
    failed = touched
    const wait = waiting ? debounceMs : (retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? 0)
    attempts += 1
    for (const line of linesOf(failures)) log(`${line} Tried again in ${Math.ceil(wait / 1000)} s.`)
    beginIn(wait)
  }

  return {
    enqueue: (touched) => {
      const isFirst = waiting === undefined
      waiting = merged(waiting, touched)
      if (isFirst && !running) beginIn(debounceMs)
    },
    getState: () => {
      const all = [...failures, ...getOtherFailures()]
      return {
        status: all.length > 0 ? 'failed' : 'ok',
        lastRebuild,
        failures: all,
        isRebuilding: running !== undefined || waiting !== undefined,
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

const NOTHING: ContentChange = { contentTypes: new Set(), assets: false, anything: false }

const merged = (one = NOTHING, other = NOTHING): ContentChange => ({
  contentTypes: new Set([...one.contentTypes, ...other.contentTypes]),
  assets: one.assets || other.assets,
  anything: one.anything || other.anything,
})

const asFailure = (problem: unknown): readonly RebuildFailure[] => [
  { what: 'the pages', reason: problem instanceof Error ? problem.message : String(problem) },
]

/** One line a reason: a CMS that is down is the same for every page. */
const linesOf = (failures: readonly RebuildFailure[]): readonly string[] =>
  [...Map.groupBy(failures, ({ reason }) => reason)].map(
    ([reason, all]) => `Not up to date: ${all.map(({ what }) => what).join(', ')}. ${reason.replace(/\.?$/, '.')}`,
  )
