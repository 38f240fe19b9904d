import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { createSeededRandom } from '#shared/seeded-random.ts'
import { createTemporaryFolder } from '#tests/setup/process/temporary-folder.ts'
import { startMailServer } from '#tests/setup/server/mail-server.ts'
import { openSession, sendMessage } from './contact-client.ts'
import { type FuzzedRequest, fuzzedRequest } from './fuzzed-request.ts'
import type { Check } from './outcome-checks.ts'
import { type ProcessUsage, watchUsage } from './process-usage.ts'
import { listProcesses, listServerProcesses, type ServerEnd, startProductionServer } from './production-server.ts'

export interface FuzzRunOptions {
  /** Requests to send. */
  readonly count: number
  readonly seed: string
  /** URL of a PostgreSQL database; by default SQLite in a temporary folder. */
  readonly databaseUrl?: string | undefined
  /** ms until the client half-closes a connection without a response; by default it waits for the server. */
  readonly halfCloseAfterMs?: number
  /** ms between the last request and the last measurement of memory. */
  readonly settleMs: number
  /** File for the output of the server; by default a temporary file. */
  readonly logFile?: string | undefined
}

export interface FuzzRun {
  /** Number of requests by outcome: a status, `closed` (closed without a response) or `hang`. */
  readonly outcomes: ReadonlyMap<string, number>
  /** Requests with a 5xx response or that hang. */
  readonly failures: readonly string[]
  /** Checks of the server after the run that failed. */
  readonly failedChecks: readonly string[]
  readonly usage: readonly ProcessUsage[]
  readonly end: ServerEnd
}

/** Maximum number of concurrent requests. One with a body that is too short lasts until the server's timeout. */
const MAX_OPEN_REQUESTS = 300

/** Longer than the server's timeout for incomplete requests. */
const HANG_MS = 90_000

const PART_DELAY_MS = 20

/** Requests that are generated at once. */
const BATCH_SIZE = 1_000

/** More than the connections from the web process to the API. */
const FINAL_REQUESTS = 300

/** Sends fuzzed requests to a production server, each on its own connection, and then checks that the server works. */
export async function runFuzz(options: FuzzRunOptions): Promise<FuzzRun> {
  const folder = await createTemporaryFolder(tmpdir(), 'fuzz-test-')
  const mailServer = await startMailServer()
  try {
    const { databaseUrl, logFile = join(folder.path, 'server.log') } = options
    const server = await startProductionServer({
      ...{ folder: folder.path, mailServer: mailServer.url, databaseUrl, logFile },
    })
    try {
      const before = await listServerProcesses(server.pid)
      const watch = await watchUsage(() => listProcesses([server]))
      const sent = await sendFuzzedRequests(Number(new URL(server.url).port), options)
      const failedChecks = await checkServer(server.url)
      for (const [name, pid] of await listServerProcesses(server.pid))
        if (before.get(name) !== pid) failedChecks.push(`the ${name} process was started again`)
      await pause(options.settleMs)
      const usage = await watch.stop()
      return { ...sent, failedChecks, usage, end: await server.stop() }
    } finally {
      await server.stop()
    }
  } finally {
    await mailServer.stop()
    await folder.remove()
  }
}

async function sendFuzzedRequests(port: number, { count, seed, halfCloseAfterMs }: FuzzRunOptions) {
  const outcomes = new Map<string, number>()
  const failures: string[] = []
  const openRequests = new Set<Promise<void>>()
  const firstSeed = Math.floor(createSeededRandom(seed)() * 2 ** 31)

  async function send(request: FuzzedRequest): Promise<void> {
    const outcome = await sendAndRead(port, request, halfCloseAfterMs)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (!/^(closed|[1-4]..)$/.test(outcome)) failures.push(`${outcome}: ${formatExcerpt(request)}`)
  }

  for (let sent = 0; sent < count; sent += BATCH_SIZE) {
    const requests = fc.sample(fuzzedRequest, { numRuns: Math.min(BATCH_SIZE, count - sent), seed: firstSeed + sent })
    for (const request of requests) {
      while (openRequests.size >= MAX_OPEN_REQUESTS) await Promise.race(openRequests)
      const sending = send(request).finally(() => openRequests.delete(sending))
      openRequests.add(sending)
    }
  }
  await Promise.all(openRequests)
  return { outcomes, failures }
}

const formatExcerpt = ({ parts }: FuzzedRequest) =>
  JSON.stringify(Buffer.concat(parts).toString('latin1').slice(0, 2_000))

/** Sends a request and reads the header of its final response. */
function sendAndRead(port: number, { parts, isHalfClosed }: FuzzedRequest, giveUpMs?: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    const timers = [setTimeout(() => settle('hang'), HANG_MS)]
    if (giveUpMs !== undefined) timers.push(setTimeout(() => socket.end(), giveUpMs))
    let received = ''
    const settle = (outcome: string) => {
      for (const timer of timers) clearTimeout(timer)
      socket.destroy()
      resolve(outcome)
    }
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      const status = parseFinalStatus(received)
      if (status) settle(status)
    })
    socket.on('error', () => settle('closed'))
    socket.on('end', () => settle('closed'))
    socket.on('close', () => settle('closed'))
    socket.once('connect', () => {
      const [first, ...others] = parts
      socket.write(first ?? '')
      const writeOthers = () => {
        for (const part of others) socket.write(part)
        if (isHalfClosed) socket.end()
      }
      if (others.some(({ length }) => length > 0)) setTimeout(writeOthers, PART_DELAY_MS)
      else writeOthers()
    })
  })
}

const RESPONSE_HEAD = /^HTTP\/1\.[01] (\d{3})[\s\S]*?\r\n\r\n/

/** Skips 1xx responses except 101, which is final. */
function parseFinalStatus(received: string): string | undefined {
  const [head = '', status] = RESPONSE_HEAD.exec(received) ?? []
  if (!status || status === '101' || !status.startsWith('1')) return status
  return parseFinalStatus(received.slice(head.length))
}

async function checkServer(url: string): Promise<string[]> {
  const failedChecks: string[] = []
  const expectOk = async (path: string) => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(HANG_MS) })
    await response.text()
    if (!response.ok) throw new Error(`${response.status}`)
  }
  const check = async (name: string, run: () => Promise<unknown>) => {
    await run().catch((error) => failedChecks.push(`${name}: ${error instanceof Error ? error.message : error}`))
  }
  await check('the home page', () => expectOk('/'))
  await check(`${FINAL_REQUESTS} requests to the API at once`, () =>
    Promise.all(Array.from({ length: FINAL_REQUESTS }, () => expectOk('/api/captcha.js'))),
  )
  await check('a contact', async () => {
    const session = await openSession(`${url}/api`, { timeoutMs: HANG_MS })
    const message = { name: 'Ada', email: 'ada@engine.example', message: 'By May.' }
    await sendMessage(`${url}/api`, session, { key: randomUUID(), message }, { timeoutMs: HANG_MS })
  })
  return failedChecks
}

export const checkFuzz = ({ failures, failedChecks, end }: FuzzRun): readonly Check[] => [
  { rule: 'no fuzzed request gets 5xx', violations: failures.filter((failure) => !failure.startsWith('hang')) },
  { rule: 'every fuzzed request ends', violations: failures.filter((failure) => failure.startsWith('hang')) },
  { rule: 'the server works afterwards, with the same processes', violations: failedChecks },
  {
    rule: 'the server exits with code 0 after SIGTERM',
    violations: end.code === 0 ? [] : [`exit code ${end.code}`],
  },
]
