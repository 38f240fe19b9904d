import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '#shared/user-error.ts'
import { startMailServer } from '#tests/setup/mail-server.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { createSeededRandom } from '#tests/setup/seeded-random.ts'
import { type ContactLoad, startContacts } from './contact-load.ts'
import { countCopies, findViolations, type Outcome, readStored, waitForMails } from './outcome.ts'
import { getDatabase, type ProductionServer, startProductionServer } from './production-server.ts'
import { type Place, percentile, readWholeNumber, runScript } from './run-script.ts'

const USAGE = `node tests/faults/load-run.ts [options]    sends contact messages to the server, measures, and checks that none is lost

  --rate <number>          contact messages per second; default: 100
  --seconds <number>       default: 40
  --database <name>        sqlite or postgres; default: both
  --nodes <number>         servers that share one PostgreSQL; default: 1
  --seed <text>            seed of the random generator, to repeat a run`

interface LoadRunOptions extends Place {
  readonly nodes: number
  /** Contacts per second, on average. */
  readonly rate: number
  readonly seconds: number
  readonly seed: string
  /** ms between the last mail and the measurement of memory. */
  readonly settleMs?: number
}

interface LoadRun extends Outcome {
  readonly requests: ContactLoad['requests']
  /** ms of requests of another visitor during the load. */
  readonly probes: Readonly<Record<string, readonly number[]>>
  readonly startTimes: readonly number[]
  /** ms from the last acknowledgement until all mails were sent. */
  readonly mailsAfterMs: number
  readonly usage: readonly ProcessUsage[]
  readonly exitCodes: readonly (number | null)[]
}

interface ProcessUsage {
  /** MB of memory (RSS), at most and at the end. */
  readonly peakMb: number
  readonly endMb: number
  readonly processorSeconds: number
}

/** A lease of two minutes, and the delays after two failed attempts. */
const MAIL_TIMEOUT_MS = 240_000
/** The share of the messages that are sent twice at once when there are several servers. */
const REPEATED_SHARE = 0.1

/** Sends contacts to servers, and waits until all mails are sent. */
export async function runLoad(options: LoadRunOptions): Promise<LoadRun> {
  const { folder, databaseUrl, nodes, rate, seconds, seed, settleMs = 0 } = options
  const mailServer = await startMailServer()
  const database = getDatabase({ folder: join(folder, 'node-0'), databaseUrl })
  const servers: ProductionServer[] = []
  const ports = await Promise.all(Array.from({ length: nodes }, () => getFreePort()))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const startTimes: number[] = []

  async function start(node: number): Promise<void> {
    const started = performance.now()
    const nodeFolder = join(folder, `node-${node}`)
    await mkdir(nodeFolder, { recursive: true })
    const { [node]: port = 0 } = ports
    const server = await startProductionServer({ folder: nodeFolder, databaseUrl, mailServer: mailServer.url, port })
    servers[node] = server
    await server.url
    startTimes.push(performance.now() - started)
  }

  try {
    for (const node of ports.keys()) await start(node)
    const load = startContacts({
      ...{ urls, rate, count: Math.round(rate * seconds), random: createSeededRandom(seed) },
      repeatedShare: nodes > 1 ? REPEATED_SHARE : 0,
    })
    const probing = new AbortController()
    const probes = probe(urls[0] ?? '', probing.signal)
    await load.done
    probing.abort()
    const loadedAt = performance.now()
    await waitForMails(database, MAIL_TIMEOUT_MS)
    const mailsAfterMs = performance.now() - loadedAt
    await sleep(settleMs)
    const usage = await Promise.all(servers.map(readUsage))
    for (const server of servers) server.signal('SIGTERM')
    const exitCodes = await Promise.all(servers.map(({ ended }) => ended))
    const { acknowledged, abandoned, requests } = load
    return {
      ...{ kills: 0, acknowledged, abandoned, mails: mailServer.emails },
      ...(await readStored(database)),
      ...{ requests, probes: await probes, startTimes, mailsAfterMs, usage, exitCodes },
    }
  } finally {
    await Promise.all(servers.map(({ kill }) => kill()))
    await mailServer.stop()
  }
}

/** ms between two requests of the same kind. */
const PROBE_INTERVAL_MS = 100

/** Measures how long other requests take, until `signal`. Those that fail are left out. */
async function probe(url: string, signal: AbortSignal): Promise<LoadRun['probes']> {
  const measure = async (path: string) => {
    const times: number[] = []
    while (!signal.aborted) {
      const started = performance.now()
      const response = await fetch(url + path).catch(() => undefined)
      await response?.arrayBuffer().catch(() => {})
      if (response?.ok) times.push(performance.now() - started)
      await sleep(PROBE_INTERVAL_MS)
    }
    return times
  }
  const [live, page] = await Promise.all([measure('/health/live'), measure('/')])
  return { '/health/live': live ?? [], 'a page': page ?? [] }
}

/** Reads /proc, so it requires Linux. Linux counts processor time in hundredths of a second. */
async function readUsage({ pid }: ProductionServer): Promise<ProcessUsage> {
  const [status = '', stat = ''] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
  )
  const readMb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return { peakMb: readMb('VmHWM'), endMb: readMb('VmRSS'), processorSeconds: (user + system) / 100 }
}

/** What is wrong after a run. */
function findLoadViolations(run: LoadRun): readonly string[] {
  const failed = run.requests.filter(({ status }) => status !== 200)
  return [
    ...findViolations(run),
    ...failed.map(({ type, status }) => `a request failed: ${type} with ${status}`),
    ...run.exitCodes.filter((code) => code !== 0).map((code) => `a server ended with code ${code} after SIGTERM`),
  ]
}

function printLoad(run: LoadRun): void {
  const { requests, probes, usage, acknowledged, messages, mails, startTimes, mailsAfterMs } = run
  const times = {
    login: requests.filter(({ type }) => type === 'login').map(({ ms }) => ms),
    message: requests.filter(({ type }) => type === 'message').map(({ ms }) => ms),
    ...probes,
  }
  const toRow = (values: readonly number[]) => ({
    ...{ count: values.length, p50: percentile(values, 50), p95: percentile(values, 95), max: percentile(values, 100) },
  })
  console.log('ms')
  console.table(Object.fromEntries(Object.entries(times).map(([name, values]) => [name, toRow(values)])))
  console.table({
    'responses by status': Object.fromEntries(
      [...Map.groupBy(requests, ({ status }) => status)].map(([status, all]) => [`${status}`, all.length]),
    ),
  })
  console.table({
    acknowledged: acknowledged.length,
    stored: messages.length,
    mails: mails.length,
    'mails sent again': countCopies(mails),
    'mails sent after, s': Math.round(mailsAfterMs / 100) / 10,
    'median start, ms': percentile(startTimes, 50),
  })
  console.table(usage)
}

/** ms after which memory that is not needed is free. */
const SETTLE_MS = 30_000

if (import.meta.main)
  await runScript({
    usage: USAGE,
    options: { rate: '100', seconds: '40', nodes: '1' },
    run: async (place, options) => {
      const nodes = readWholeNumber(options, 'nodes')
      if (nodes > 1 && !place.postgres) throw new UserError('SQLite is for one server: add --database postgres')
      const run = await runLoad({
        ...{ ...place, nodes, seed: options.seed, settleMs: SETTLE_MS },
        rate: readWholeNumber(options, 'rate'),
        seconds: readWholeNumber(options, 'seconds'),
      })
      printLoad(run)
      return findLoadViolations(run)
    },
  })
