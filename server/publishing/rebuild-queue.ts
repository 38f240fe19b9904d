import {
  ANYTHING,
  type PublishingState,
  type Rebuild,
  type RebuildFailure,
  type Touched,
} from './publishing-options.ts'

/** Rebuilds one after the other; what is touched meanwhile is done next. */
export interface RebuildQueue {
  readonly touch: (touched: Touched) => void
  readonly state: () => PublishingState
  /** Called after each rebuild, whatever became of it; must not reject. */
  readonly onRebuilt: (listener: () => Promise<void>) => void
  /** Ends what runs, and forgets what waits: the next start writes all pages. */
  readonly close: () => Promise<void>
}

export interface RebuildQueueOptions {
  readonly rebuild: Rebuild
  readonly log: (line: string) => void
  /** What could not be made before the queue began; it is tried again. */
  readonly failures?: readonly RebuildFailure[]
  /** What else makes the pages older than what is published; part of `state()`. */
  readonly otherFailures?: () => readonly RebuildFailure[]
  /** ms that the first change waits for others: publishing ten entries is one rebuild. */
  readonly gather?: number
  /** ms before what failed is tried again; the last one from then on. */
  readonly waits?: readonly number[]
}

const GATHER = 300
const WAITS = [10_000, 60_000, 300_000]

/** Makes the pages follow the CMS in the background; what failed is part of every later rebuild until it is well. */
export function rebuildQueue(options: RebuildQueueOptions): RebuildQueue {
  const { rebuild, log, otherFailures = () => [], gather = GATHER, waits = WAITS } = options
  const listeners: (() => Promise<void>)[] = []
  const closing = new AbortController()
  let failures = options.failures ?? []
  let lastRebuild: string | null = null
  let waiting: Touched | undefined
  let failed: Touched | undefined
  let attempts = 0
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  if (failures.length > 0) keepTrying(ANYTHING)

  function beginIn(wait: number): void {
    clearTimeout(timer)
    if (!closing.signal.aborted) timer = setTimeout(begin, wait).unref()
  }

  function begin(): void {
    const touched = merged(waiting, failed)
    waiting = undefined
    running = run(touched).finally(() => {
      running = undefined
      if (waiting) beginIn(gather)
    })
  }

  async function run(touched: Touched): Promise<void> {
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

  function keepTrying(touched: Touched): void {
    failed = touched
    const wait = waiting ? gather : (waits[Math.min(attempts, waits.length - 1)] ?? 0)
    attempts += 1
    for (const line of linesOf(failures)) log(`${line} Tried again in ${Math.ceil(wait / 1000)} s.`)
    beginIn(wait)
  }

  return {
    touch: (touched) => {
      const isFirst = waiting === undefined
      waiting = merged(waiting, touched)
      if (isFirst && !running) beginIn(gather)
    },
    state: () => {
      const all = [...failures, ...otherFailures()]
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

const NOTHING: Touched = { contentTypes: new Set(), assets: false, anything: false }

const merged = (one = NOTHING, other = NOTHING): Touched => ({
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
