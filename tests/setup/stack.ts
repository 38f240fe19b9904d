import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod'
import { RATE_LIMIT_VARIABLES } from '#server/config/rate-limits.ts'

/** A very high value for each variable of a rate limit: most tests send more from one address than visitors do. */
export const RAISED_RATE_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  RATE_LIMIT_VARIABLES.map((name) => [name, '1000000']),
)

/** HEALTH_TOKEN of servers that tests start. */
export const HEALTH_TOKEN = 'health-token-of-the-tests'

const reportSchema = z.object({
  status: z.enum(['ok', 'degraded', 'failed']),
  checks: z.record(z.string(), z.looseObject({ status: z.string() })),
})

/** Returns the authorized response of /health/ready of a server with `HEALTH_TOKEN`. */
export async function readHealth(url: string): Promise<z.output<typeof reportSchema>> {
  const response = await fetch(`${url}/health/ready`, { headers: { authorization: `Bearer ${HEALTH_TOKEN}` } })
  return reportSchema.parse(await response.json())
}

/** A process of this repository that sends `{ url }` when it is ready. */
export interface TestProcess {
  readonly pid: number
  /** Resolves when the process is ready. Rejects with its output when it ends before. */
  readonly url: Promise<string>
  /** What the process has printed. */
  readonly readOutput: () => string
  readonly signal: (signal: NodeJS.Signals) => void
  /** Resolves with the exit code when the process has ended; `null` after a kill. */
  readonly ended: Promise<number | null>
  /** Sends SIGTERM and waits for the end. */
  readonly stop: () => Promise<void>
  /** Sends SIGKILL and waits for the end. */
  readonly kill: () => Promise<void>
}

/** Starts a program with arguments. It ends with this process, when its channel closes. */
export function startProcess(
  [program = '', ...args]: readonly string[],
  { env, cwd }: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string },
): TestProcess {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const ended = once(child, 'close').then(() => child.exitCode)
  const url = Promise.race([
    once(child, 'message').then(([message]) => readySchema.parse(message).url),
    ended.then((code) => Promise.reject(new Error(`The process ended with code ${code}:\n${output}`))),
  ])
  url.catch(() => {}) // whoever kills it early does not wait for it
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid ?? 0,
    url,
    readOutput: () => output,
    signal: (signal) => void child.kill(signal),
    ended,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

const readySchema = z.object({ url: z.url() })
