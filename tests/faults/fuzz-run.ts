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
import { listProcesses, type ServerEnd, serverProcesses, startProductionServer } from './production-server.ts'

export interface FuzzRunOptions {
  /** Requests to send. */
  readonly count: number
  readonly seed: string
  /** PostgreSQL by its address; without it SQLite in a temporary folder. */
  readonly databaseUrl?: string | undefined
  /** ms after which the client closes its side of a connection without a response; it waits for the server unless told. */
  readonly giveUpMs?: number
  /** ms between the last request and the last measurement of memory. */
  readonly settleMs: number
  /** The output of the server; without it a temporary file. */
  readonly logFile?: string | undefined
}

export interface FuzzRun {
  /** Requests by what they got: a status, `closed` (no response, the connection was closed) or `hang`. */
  readonly outcomes: ReadonlyMap<string, number>
  /** Requests that got 5xx, or nothing. */
  readonly failures: readonly string[]
  /** What does not work afterwards. */
  readonly broken: readonly string[]
  readonly usage: readonly ProcessUsage[]
  readonly end: ServerEnd
}

/** Requests of which no response was received, at most. A request whose body is too short takes as long as the server allows. */
const OPEN_REQUESTS = 300

/** ms; longer than the server waits for the rest of a request. */
const HANG_MS = 90_000

/** ms */
const BETWEEN_PARTS_MS = 20

/** Requests that are made at once. */
const BATCH = 1_000

/** More than the connections from the web process to the API. */
const REQUESTS_AFTERWARDS = 300

/** Sends fuzzed requests to a production server, each on a connection of its own, and then asks whether it still works. */
export async function runFuzz(options: FuzzRunOptions): Promise<FuzzRun> {
  const folder = await createTemporaryFolder(tmpdir(), 'fuzz-test-')
  const mailServer = await startMailServer()
  try {
    const { databaseUrl, logFile = join(folder.path, 'server.log') } = options
    const server = await startProductionServer({
      ...{ folder: folder.path, mailServer: mailServer.url, databaseUrl, logFile },
    })
    try {
      const before = await serverProcesses(server.pid)
      const watch = await watchUsage(() => listProcesses([server]))
      const sent = await sendFuzzedRequests(Number(new URL(server.url).port), options)
      const broken = await findBroken(server.url)
      for (const [name, pid] of await serverProcesses(server.pid))
        if (before.get(name) !== pid) broken.push(`the ${name} process was started again`)
      await pause(options.settleMs)
      const usage = await watch.stop()
      return { ...sent, broken, usage, end: await server.stop() }
    } finally {
      await server.stop()
    }
  } finally {
    await mailServer.stop()
    await folder.remove()
  }
}

async function sendFuzzedRequests(port: number, { count, seed, giveUpMs }: FuzzRunOptions) {
  const outcomes = new Map<string, number>()
  const failures: string[] = []
  const open = new Set<Promise<void>>()
  const firstSeed = Math.floor(createSeededRandom(seed)() * 2 ** 31)

  async function send(request: FuzzedRequest): Promise<void> {
    const outcome = await outcomeOf(port, request, giveUpMs)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (!/^(closed|[1-4]..)$/.test(outcome)) failures.push(`${outcome}: ${excerptOf(request)}`)
  }

  for (let sent = 0; sent < count; sent += BATCH) {
    const requests = fc.sample(fuzzedRequest, { numRuns: Math.min(BATCH, count - sent), seed: firstSeed + sent })
    for (const request of requests) {
      while (open.size >= OPEN_REQUESTS) await Promise.race(open)
      const sending = send(request).finally(() => open.delete(sending))
      open.add(sending)
    }
  }
  await Promise.all(open)
  return { outcomes, failures }
}

const excerptOf = ({ parts }: FuzzedRequest) => JSON.stringify(Buffer.concat(parts).toString('latin1').slice(0, 2_000))

/** Sends a request and reads until the head of its final response. */
function outcomeOf(port: number, { parts, isHalfClosed }: FuzzedRequest, giveUpMs?: number): Promise<string> {
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
      const status = finalStatus(received)
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
      if (others.some(({ length }) => length > 0)) setTimeout(writeOthers, BETWEEN_PARTS_MS)
      else writeOthers()
    })
  })
}

const HEAD = /^HTTP\/1\.[01] (\d{3})[\s\S]*?\r\n\r\n/

/** 1xx responses come before the final one; 101 is final. */
function finalStatus(received: string): string | undefined {
  const [head = '', status] = HEAD.exec(received) ?? []
  if (!status || status === '101' || !status.startsWith('1')) return status
  return finalStatus(received.slice(head.length))
}

async function findBroken(url: string): Promise<string[]> {
  const broken: string[] = []
  const expectOk = async (path: string) => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(HANG_MS) })
    await response.text()
    if (!response.ok) throw new Error(`${response.status}`)
  }
  const works = async (name: string, work: () => Promise<unknown>) => {
    await work().catch((problem) => broken.push(`${name}: ${problem instanceof Error ? problem.message : problem}`))
  }
  await works('the home page', () => expectOk('/'))
  await works(`${REQUESTS_AFTERWARDS} requests to the API at once`, () =>
    Promise.all(Array.from({ length: REQUESTS_AFTERWARDS }, () => expectOk('/api/captcha.js'))),
  )
  await works('a contact', async () => {
    const session = await openSession(`${url}/api`, { timeoutMs: HANG_MS })
    const message = { name: 'Ada', email: 'ada@engine.example', message: 'By May.' }
    await sendMessage(`${url}/api`, session, { key: randomUUID(), message }, { timeoutMs: HANG_MS })
  })
  return broken
}

export const checkFuzz = ({ failures, broken, end }: FuzzRun): readonly Check[] => [
  { rule: 'no fuzzed request gets 5xx', broken: failures.filter((failure) => !failure.startsWith('hang')) },
  { rule: 'every fuzzed request ends', broken: failures.filter((failure) => failure.startsWith('hang')) },
  { rule: 'the server works afterwards, with the same processes', broken },
  { rule: 'a server that is asked to stop ends by itself', broken: end.code === 0 ? [] : [`exit code ${end.code}`] },
]
