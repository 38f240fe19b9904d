import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { UserError } from '#shared/user-error.ts'

/** A server in a child process, which ends with this process, however this one ends. */
export interface ServerProcess {
  /** Where the server listens; the child process itself where it listens nowhere. */
  readonly url: string
  /** Process id. After a restart it is that of the new process. */
  readonly pid: number
  /** Sends SIGTERM and waits for the end; sends SIGKILL when that takes longer than `stopTimeoutMs`. */
  readonly stop: () => Promise<void>
}

export interface ServerProcessOptions {
  /** For messages: "backend". */
  readonly name: string
  /** The module to run. It sends `{ url }` to this process when it is ready. */
  readonly module: URL
  readonly args?: readonly string[]
  /** Added to the variables of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Called when the process ends and `stop` has not been called. */
  readonly onUnexpectedExit?: ((end: ProcessEnd) => void) | undefined
  readonly stopTimeoutMs?: number
  /** Kills a process that is not ready when it is aborted. */
  readonly startSignal?: AbortSignal
  /**
   * ms without an answer to a ping after which the process is killed, because its event loop is blocked. Its module calls
   * `answerPings`. Without this option there are no pings.
   */
  readonly pingTimeoutMs?: number
}

interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

const readyMessage = z.object({ url: z.string() })

/** The supervisor of a container and systemd wait longer than this before they kill. */
const STOP_TIMEOUT_MS = 10_000

/** Starts a server in a child process. Throws `UserError` when it ends before it is ready. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const {
    name,
    module,
    args = [],
    env,
    onUnexpectedExit,
    startSignal,
    stopTimeoutMs = STOP_TIMEOUT_MS,
    pingTimeoutMs,
  } = options
  const child = fork(module, [...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const { url } = readyMessage.parse(await firstMessage(child, name, startSignal))
  if (pingTimeoutMs !== undefined) killWhenBlocked(child, pingTimeoutMs)
  let isStopping = false
  const end = endOf(child).then((how) => {
    if (!isStopping) onUnexpectedExit?.(how)
  })
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      isStopping = true
      child.kill()
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await end
      clearTimeout(timer)
    },
  }
}

/** Pings within the timeout. */
const MAX_UNANSWERED = 6

function killWhenBlocked(child: ChildProcess, timeoutMs: number): void {
  // Counted, not measured by the clock: a machine that was paused has sent none meanwhile.
  let unanswered = 0
  child.on('message', () => {
    unanswered = 0
  })
  const timer = setInterval(() => {
    if (unanswered === MAX_UNANSWERED) child.kill('SIGKILL')
    else if (child.connected) child.send('ping', () => {}) // it may end at this moment
    unanswered += 1
  }, timeoutMs / MAX_UNANSWERED)
  child.once('exit', () => clearInterval(timer))
}

/** For the module of a child process that is started with a `pingTimeoutMs`. */
export function respondToPings(): void {
  process.on('message', () => process.send?.('pong'))
}

const endOf = (child: ChildProcess) =>
  new Promise<ProcessEnd>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null)
      resolve({ code: child.exitCode, signal: child.signalCode })
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

async function firstMessage(child: ChildProcess, name: string, startSignal?: AbortSignal): Promise<unknown> {
  const given = new AbortController()
  startSignal?.addEventListener('abort', () => child.kill('SIGKILL'), { signal: given.signal })
  try {
    const message = once(child, 'message', given).then(([message]) => message)
    const end = once(child, 'exit', given).then(() => {
      const why = startSignal?.aborted ? 'it was not ready in time' : 'the lines above say why'
      throw new UserError(`The ${name} could not be started: ${why}.`)
    })
    return await Promise.race([message, end])
  } finally {
    given.abort()
  }
}

export interface SupervisorOptions extends Omit<ServerProcessOptions, 'onUnexpectedExit' | 'startSignal'> {
  readonly log: (line: string) => void
  /** Variables for every start after the first, for example the port that the first one chose. */
  readonly restartEnv?: (first: ServerProcess) => Readonly<Record<string, string>>
  readonly backoff?: Backoff
  /** ms that a restart may take until the process is ready. The first start may take longer: it migrates the database. */
  readonly restartTimeoutMs?: number
}

interface Backoff {
  /** ms before the first restart; each further one waits twice as long. */
  readonly firstMs: number
  readonly longestMs: number
  /** ms. A process that ran as long as this starts again with `firstMs`. */
  readonly resetAfterMs: number
}

/** ms; longer than a query may take. */
const RESTART_TIMEOUT_MS = 90_000

const BACKOFF: Backoff = { firstMs: 500, longestMs: 30_000, resetAfterMs: 60_000 }

/**
 * Starts a server in a child process, and starts it again, with exponential backoff, whenever it ends before `stop` is called.
 * Throws `UserError` when the first start fails: settings that are wrong do not improve by repetition.
 */
export async function superviseServer(options: SupervisorOptions): Promise<ServerProcess> {
  const { name, log, restartEnv, backoff = BACKOFF, restartTimeoutMs = RESTART_TIMEOUT_MS, ...processOptions } = options
  const stopping = new AbortController()
  let failures = 0
  let startedAt = performance.now()
  let restarting: Promise<void> | undefined

  const start = (restartOptions: Pick<ServerProcessOptions, 'env' | 'startSignal'> = {}) =>
    startServerProcess({
      ...processOptions,
      ...restartOptions,
      name,
      onUnexpectedExit: (end) => {
        log(`The ${name} ended (${describeEnd(end)}).`)
        restarting = restart()
      },
    })

  async function restart(): Promise<void> {
    if (performance.now() - startedAt >= backoff.resetAfterMs) failures = 0
    while (!stopping.signal.aborted) {
      const waitMs = Math.min(backoff.firstMs * 2 ** failures, backoff.longestMs)
      failures += 1
      log(`The ${name} starts again in ${waitMs / 1000} s.`)
      if (await pause(waitMs, false, { signal: stopping.signal }).catch(() => true)) return
      try {
        startedAt = performance.now()
        current = await start({
          env: { ...processOptions.env, ...restartEnv?.(first) },
          startSignal: AbortSignal.any([stopping.signal, AbortSignal.timeout(restartTimeoutMs)]),
        })
        log(`The ${name} runs again.`)
        return
      } catch (problem) {
        log(problem instanceof Error ? problem.message : String(problem))
      }
    }
  }

  const first = await start()
  let current = first
  return {
    url: first.url,
    get pid() {
      return current.pid
    },
    stop: async () => {
      stopping.abort()
      await restarting
      await current.stop()
    },
  }
}

const describeEnd = ({ code, signal }: ProcessEnd) => (signal ? `signal ${signal}` : `exit code ${code}`)
