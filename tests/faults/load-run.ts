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
import { keptIn } from './kill-run.ts'
import { type Check, type Outcome, verdict } from './outcome-checks.ts'
import { type ProcessUsage, watchUsage } from './process-usage.ts'
import {
  killBackend,
  listProcesses,
  type ProductionServer,
  type ServerEnd,
  sqliteFolderIn,
  startProductionServer,
} from './production-server.ts'

export interface LoadRunOptions {
  /** PostgreSQL by its address; without it SQLite in a temporary folder. */
  readonly databaseUrl?: string | undefined
  /** Servers on one PostgreSQL, between which contacts take turns. */
  readonly nodes: number
  /** Contacts that arrive in a second, on average. */
  readonly rate: number
  readonly seconds: number
  readonly seed: string
  /** How often a backend process is killed with SIGKILL during the load. */
  readonly kills: number
  /** Called in the middle of the load. */
  readonly restartDatabase?: (() => Promise<void>) | undefined
  /** ms between the last mail and the last measurement of memory. */
  readonly settleMs: number
  /** Stops the servers after the load, ends the leases of killed processes, and starts the servers again, in place of waiting 2 minutes. */
  readonly endsLeases?: boolean
  /** The output of the servers; without it a temporary file. */
  readonly logFile?: string | undefined
}

export interface LoadRun extends Outcome, Pick<ContactLoad, 'givenUp' | 'requests' | 'times'> {
  readonly contacts: number
  readonly restarts: number
  readonly repeated: number
  /** Acknowledged messages that were not mailed yet, at most. */
  readonly outboxPeak: number
  /** ms from the last acknowledged message until no mail waits. */
  readonly outboxEmptyMs: number
  /** Of the servers' processes, and of this one, which sends the load and receives the mails. */
  readonly usage: readonly ProcessUsage[]
  readonly ends: readonly ServerEnd[]
}

/** ms; a lease of 2 minutes and the pauses of two attempts that failed. */
const OUTBOX_TIMEOUT_MS = 240_000
/** ms; without leases. */
const SHORT_OUTBOX_TIMEOUT_MS = 60_000

/** ms */
const WARM_UP_MS = 1_000
const LOOK_MS = 250

/** Sends contacts to production servers, with faults; then waits until the outbox is empty, and reads what is stored and mailed. */
export async function runLoad(options: LoadRunOptions): Promise<LoadRun> {
  const folder = await createTemporaryFolder(tmpdir(), 'load-test-')
  const mailServer = await startMailServer()
  const servers: ProductionServer[] = []
  const folders = Array.from({ length: options.nodes }, (_, number) => join(folder.path, `node-${number + 1}`))
  const { databaseUrl, logFile = join(folder.path, 'server.log') } = options
  const database = databaseUrl ? { url: databaseUrl } : { file: getSqliteFile(sqliteFolderIn(folders[0] ?? '')) }

  async function startServers(): Promise<void> {
    for (const each of folders) {
      await mkdir(each, { recursive: true })
      servers.push(await startProductionServer({ folder: each, mailServer: mailServer.url, databaseUrl, logFile }))
    }
  }

  const stopServers = () => Promise.all(servers.splice(0).map(({ stop }) => stop()))

  try {
    await startServers()
    await pause(Math.min(WARM_UP_MS, options.settleMs))
    const watched = [...servers]
    const watch = await watchUsage(() => listProcesses(watched))
    const { load, outboxPeak } = await loadWithFaults(options, servers, () => distinct(mailServer.emails))
    const finishedAt = performance.now()
    const ends: ServerEnd[] = []
    if (options.endsLeases) {
      ends.push(...(await stopServers()))
      if (await endLeases(database)) await startServers()
    }
    await waitForEmptyOutbox(database, options.endsLeases ? SHORT_OUTBOX_TIMEOUT_MS : OUTBOX_TIMEOUT_MS)
    const outboxEmptyMs = performance.now() - finishedAt
    await pause(options.settleMs)
    const usage = await watch.stop()
    ends.push(...(await stopServers()))
    const { acknowledged, givenUp, requests, times } = load
    return {
      ...{ acknowledged, givenUp, requests, times, outboxPeak, outboxEmptyMs, usage, ends },
      contacts: Math.round(options.rate * options.seconds),
      kills: options.kills,
      restarts: options.restartDatabase ? 1 : 0,
      repeated: load.repeated(),
      ...(await keptIn(database)),
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
  const look = () => {
    outboxPeak = Math.max(outboxPeak, load.acknowledged.length - mailed())
  }
  const timer = setInterval(look, LOOK_MS)
  try {
    await Promise.all([load.finished, faults])
    look()
  } finally {
    clearInterval(timer)
  }
  return { load, outboxPeak }
}

const distinct = (mails: Outcome['mails']): number => new Set(mails.map(({ messageId }) => messageId)).size

/** Spreads the kills over the load, with the restart of the database in the middle; the seed moves each a little. */
async function injectFaults(
  { kills, seconds, restartDatabase }: LoadRunOptions,
  servers: readonly ProductionServer[],
  random: () => number,
): Promise<void> {
  const moved = (share: number) => seconds * 1_000 * (share + (random() - 0.5) / 10)
  const faults = Array.from({ length: kills }, (_, index) => ({
    at: moved((index + 1) / (kills + 1)),
    inject: async () => {
      const server = servers[index % servers.length]
      if (server) await killBackend(server)
    },
  }))
  if (restartDatabase) faults.push({ at: moved(0.5), inject: restartDatabase })
  const started = performance.now()
  for (const { at, inject } of faults.sort((one, other) => one.at - other.at)) {
    await pause(Math.max(0, started + at - performance.now()))
    await inject()
  }
}

/** Makes all mails due. While no server runs, all leases belong to processes that were killed. Returns whether mails wait. */
async function endLeases(database: BackendConfig['database']): Promise<boolean> {
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

/** Mails that still wait after `timeoutMs` are found by the checks. */
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
      await pause(LOOK_MS)
    }
  } finally {
    await db.destroy()
  }
}

/** What must be true after every load. Without faults no request fails. */
export function checkLoad(run: LoadRun): readonly Check[] {
  const { acknowledged, contacts, givenUp, kills, restarts, requests, ends } = run
  const isQuiet = kills === 0 && restarts === 0
  return [
    { rule: 'every contact is acknowledged', broken: givenUp },
    {
      rule: 'as many contacts arrive as the rate says',
      broken: acknowledged.length + givenUp.length === contacts ? [] : [`${acknowledged.length} of ${contacts}`],
    },
    ...verdict(run),
    {
      rule: 'no request fails without a fault',
      broken: requests
        .filter(({ status }) => isQuiet && status !== 200)
        .map(({ kind, status }) => `${kind}: ${status}`),
    },
    {
      rule: 'no request is refused',
      broken: requests
        .filter(({ status }) => status >= 400 && status < 500)
        .map(({ kind, status }) => `${kind}: ${status}`),
    },
    {
      rule: 'a server that is asked to stop ends by itself',
      broken: ends.filter(({ code }) => code !== 0).map(({ code, ms }) => `exit code ${code} after ${ms} ms`),
    },
  ]
}
