import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BackendConfig, getSqliteFile } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createSeededRandom } from '#shared/seeded-random.ts'
import { createTemporaryFolder } from '#tests/setup/process/temporary-folder.ts'
import { startMailServer } from '#tests/setup/server/mail-server.ts'
import { type ContactLoad, startContacts } from './contact-load.ts'
import { readStoredMessages } from './kill-run.ts'
import { type Check, checkOutcome, type Outcome } from './outcome-checks.ts'
import { type ProcessUsage, watchUsage } from './process-usage.ts'
import {
  getSqliteFolder,
  killBackend,
  listProcesses,
  type ProductionServer,
  type ServerEnd,
  startProductionServer,
} from './production-server.ts'

export interface LoadRunOptions {
  /** URL of a PostgreSQL database; by default SQLite in a temporary folder. */
  readonly databaseUrl?: string | undefined
  /** Number of servers on one PostgreSQL. Contacts use them in turn. */
  readonly nodes: number
  /** Contacts per second, on average. */
  readonly rate: number
  readonly seconds: number
  readonly seed: string
  /** Number of SIGKILLs to backend processes during the load. */
  readonly kills: number
  /** Called halfway through the load. */
  readonly restartDatabase?: (() => Promise<void>) | undefined
  /** ms between the last mail and the last measurement of memory. */
  readonly settleMs: number
  /** Restarts the servers after the load and releases the leases of killed processes, instead of waiting 2 minutes. */
  readonly releasesLeases?: boolean
  /** File for the output of the servers; by default a temporary file. */
  readonly logFile?: string | undefined
}

export interface LoadRun extends Outcome, Pick<ContactLoad, 'abandoned' | 'requests' | 'times'> {
  readonly contacts: number
  readonly restarts: number
  readonly retries: number
  /** Maximum number of acknowledged messages that were not mailed yet. */
  readonly outboxPeak: number
  /** ms from the last acknowledgement until the outbox was empty. */
  readonly outboxEmptyMs: number
  /** Usage of the server processes and of this process, which sends the load and receives the mails. */
  readonly usage: readonly ProcessUsage[]
  readonly ends: readonly ServerEnd[]
}

/** A lease of 2 minutes, and the delays after two failed attempts. */
const OUTBOX_TIMEOUT_MS = 240_000
/** The timeout without leases. */
const SHORT_OUTBOX_TIMEOUT_MS = 60_000

const WARM_UP_MS = 1_000
const POLL_INTERVAL_MS = 250

/**
 * Sends contacts to production servers and injects faults; then waits until the outbox is empty, and reads the stored
 * messages and the received mails.
 */
export async function runLoad(options: LoadRunOptions): Promise<LoadRun> {
  const folder = await createTemporaryFolder(tmpdir(), 'load-test-')
  const mailServer = await startMailServer()
  const servers: ProductionServer[] = []
  const folders = Array.from({ length: options.nodes }, (_, number) => join(folder.path, `node-${number + 1}`))
  const { databaseUrl, logFile = join(folder.path, 'server.log') } = options
  const database = databaseUrl ? { url: databaseUrl } : { file: getSqliteFile(getSqliteFolder(folders[0] ?? '')) }

  async function startServers(): Promise<void> {
    for (const nodeFolder of folders) {
      await mkdir(nodeFolder, { recursive: true })
      servers.push(
        await startProductionServer({ folder: nodeFolder, mailServer: mailServer.url, databaseUrl, logFile }),
      )
    }
  }

  const stopServers = () => Promise.all(servers.splice(0).map(({ stop }) => stop()))

  try {
    await startServers()
    await pause(Math.min(WARM_UP_MS, options.settleMs))
    const watchedServers = [...servers]
    const usageWatch = await watchUsage(() => listProcesses(watchedServers))
    const { load, outboxPeak } = await loadWithFaults(options, servers, () => countDistinct(mailServer.emails))
    const finishedAt = performance.now()
    const ends: ServerEnd[] = []
    if (options.releasesLeases) {
      ends.push(...(await stopServers()))
      if (await releaseLeases(database)) await startServers()
    }
    await waitForEmptyOutbox(database, options.releasesLeases ? SHORT_OUTBOX_TIMEOUT_MS : OUTBOX_TIMEOUT_MS)
    const outboxEmptyMs = performance.now() - finishedAt
    await pause(options.settleMs)
    const usage = await usageWatch.stop()
    ends.push(...(await stopServers()))
    const { acknowledged, abandoned, requests, times } = load
    return {
      ...{ acknowledged, abandoned, requests, times, outboxPeak, outboxEmptyMs, usage, ends },
      contacts: Math.round(options.rate * options.seconds),
      kills: options.kills,
      restarts: options.restartDatabase ? 1 : 0,
      retries: load.countRetries(),
      ...(await readStoredMessages(database)),
      mails: mailServer.emails,
    }
  } finally {
    await stopServers()
    await mailServer.stop()
    await folder.remove()
  }
}

async function loadWithFaults(options: LoadRunOptions, servers: readonly ProductionServer[], mailed: () => number) {
  const random = createSeededRandom(options.seed)
  const faults = injectFaults(options, servers, createSeededRandom(`${options.seed} faults`))
  const load = startContacts({ ...options, urls: servers.map(({ url }) => url), random })
  let outboxPeak = 0
  const measureOutbox = () => {
    outboxPeak = Math.max(outboxPeak, load.acknowledged.length - mailed())
  }
  const timer = setInterval(measureOutbox, POLL_INTERVAL_MS)
  try {
    await Promise.all([load.finished, faults])
    measureOutbox()
  } finally {
    clearInterval(timer)
  }
  return { load, outboxPeak }
}

const countDistinct = (mails: Outcome['mails']): number => new Set(mails.map(({ messageId }) => messageId)).size

/** Distributes the kills over the load, and restarts the database halfway. The seed shifts each time a little. */
async function injectFaults(
  { kills, seconds, restartDatabase }: LoadRunOptions,
  servers: readonly ProductionServer[],
  random: () => number,
): Promise<void> {
  const toTime = (share: number) => seconds * 1_000 * (share + (random() - 0.5) / 10)
  const faults = Array.from({ length: kills }, (_, index) => ({
    at: toTime((index + 1) / (kills + 1)),
    inject: async () => {
      const server = servers[index % servers.length]
      if (server) await killBackend(server)
    },
  }))
  if (restartDatabase) faults.push({ at: toTime(0.5), inject: restartDatabase })
  const started = performance.now()
  for (const { at, inject } of faults.sort((a, b) => a.at - b.at)) {
    await pause(Math.max(0, started + at - performance.now()))
    await inject()
  }
}

/** Makes all mails due. While no server runs, all leases belong to killed processes. Returns whether mails wait. */
async function releaseLeases(database: BackendConfig['database']): Promise<boolean> {
  const db = await openDatabase(database)
  try {
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set(({ ref }) => ({ leased_by: null, leased_until: null, next_attempt_at: ref('queued_at') }))
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    return numUpdatedRows > 0
  } finally {
    await db.destroy()
  }
}

/** Returns after `timeoutMs` even if mails wait: the checks report them. */
async function waitForEmptyOutbox(database: BackendConfig['database'], timeoutMs: number): Promise<void> {
  const db = await openDatabase(database)
  const deadline = performance.now() + timeoutMs
  try {
    while (performance.now() < deadline) {
      const waiting = await db
        .selectFrom('outbox')
        .select('message_id')
        .where('state', '=', 'waiting')
        .limit(1)
        .execute()
      if (waiting.length === 0) return
      await pause(POLL_INTERVAL_MS)
    }
  } finally {
    await db.destroy()
  }
}

/** The checks of a load run. Without faults no request may fail. */
export function checkLoad(run: LoadRun): readonly Check[] {
  const { acknowledged, contacts, abandoned, kills, restarts, requests, ends } = run
  const hasNoFaults = kills === 0 && restarts === 0
  return [
    { rule: 'every contact is acknowledged', violations: abandoned },
    {
      rule: 'the number of contacts matches the rate',
      violations: acknowledged.length + abandoned.length === contacts ? [] : [`${acknowledged.length} of ${contacts}`],
    },
    ...checkOutcome(run),
    {
      rule: 'no request fails without a fault',
      violations: requests
        .filter(({ status }) => hasNoFaults && status !== 200)
        .map(({ type, status }) => `${type}: ${status}`),
    },
    {
      rule: 'no request is rejected',
      violations: requests
        .filter(({ status }) => status >= 400 && status < 500)
        .map(({ type, status }) => `${type}: ${status}`),
    },
    {
      rule: 'the server exits with code 0 after SIGTERM',
      violations: ends.filter(({ code }) => code !== 0).map(({ code, ms }) => `exit code ${code} after ${ms} ms`),
    },
  ]
}
