import { setTimeout as pause } from 'node:timers/promises'
import type { BackendConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createSeededRandom } from '#shared/seeded-random.ts'
import { readHealth } from '#tests/setup/server/health.ts'
import { startMailServer } from '#tests/setup/server/mail-server.ts'
import { type KillableBackend, startKillableBackend } from './killable-backend.ts'
import type { Outcome } from './outcome-checks.ts'
import { startVisitors, type Visitors } from './simulated-visitors.ts'

export interface KillRunOptions {
  readonly database: BackendConfig['database']
  readonly kills: number
  readonly seed: string
  readonly onKill?: (count: number) => void
}

export interface KillRun extends Outcome {
  /** Number of retried requests. */
  readonly retries: number
  /** Median time from the start of a process until it listens. */
  readonly medianStartUpMs: number
}

/** Range of the random delay before a kill. */
const MIN_DELAY_MS = 20
const MAX_DELAY_MS = 600
/** Every n-th process is killed while it starts. */
const KILL_AT_START_INTERVAL = 5
/** Messages that all other processes acknowledge before they are killed, also on a slow machine. */
const MIN_MESSAGES = 2
/** A mail that was in delivery during four kills is delayed for a minute. */
const OUTBOX_TIMEOUT_MS = 120_000
const ACKNOWLEDGE_TIMEOUT_MS = 20_000

/**
 * Kills the backend repeatedly while visitors send messages; then starts a last backend that sends the remaining mails.
 */
export async function runKills(options: KillRunOptions): Promise<KillRun> {
  const mailServer = await startMailServer()
  const visitors = startVisitors(createSeededRandom(`${options.seed} visitors`))
  try {
    const medianStartUpMs = await killAndFinish(options, mailServer.url, visitors)
    return {
      kills: options.kills,
      acknowledged: visitors.acknowledged,
      ...(await readStoredMessages(options.database)),
      mails: mailServer.emails,
      retries: visitors.countRetries(),
      medianStartUpMs,
    }
  } finally {
    visitors.stop()
    await mailServer.stop()
  }
}

async function killAndFinish(
  { database, kills, seed, onKill }: KillRunOptions,
  mailServer: string,
  visitors: Visitors,
) {
  const random = createSeededRandom(seed)
  const startUpTimes: number[] = []
  const start = (number: number) => startKillableBackend({ database, mailServer, name: `process-${number}` })

  async function waitUntilListening(backend: KillableBackend): Promise<string> {
    const startedAt = performance.now()
    const url = await backend.url
    startUpTimes.push(performance.now() - startedAt)
    visitors.setBackendUrl(url)
    return url
  }

  for (let count = 1; count <= kills; count++) {
    const backend = start(count)
    try {
      const isKilledAtStart = count % KILL_AT_START_INTERVAL === 0
      if (!isKilledAtStart) await waitUntilListening(backend)
      const before = visitors.acknowledged.length
      await pause(MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS))
      const deadline = performance.now() + ACKNOWLEDGE_TIMEOUT_MS
      while (!isKilledAtStart && visitors.acknowledged.length < before + MIN_MESSAGES && performance.now() < deadline)
        await pause(10)
    } finally {
      await backend.kill()
    }
    onKill?.(count)
  }

  const last = start(kills + 1)
  try {
    const url = await waitUntilListening(last)
    await visitors.finish()
    await waitForEmptyOutbox(url)
  } finally {
    await last.kill()
  }
  return startUpTimes.sort((a, b) => a - b)[startUpTimes.length >> 1] ?? 0
}

/** Reads all messages and outbox rows of the database. */
export async function readStoredMessages(
  database: KillRunOptions['database'],
): Promise<Pick<Outcome, 'messages' | 'outbox'>> {
  const db = await openDatabase(database)
  try {
    const messages = await db.selectFrom('message').selectAll().execute()
    const outbox = await db.selectFrom('outbox').selectAll().execute()
    return { messages, outbox }
  } finally {
    await db.destroy()
  }
}

/** Returns after a timeout even if mails wait: `checkOutcome` reports them. */
async function waitForEmptyOutbox(url: string): Promise<void> {
  const deadline = performance.now() + OUTBOX_TIMEOUT_MS
  while (performance.now() < deadline) {
    const { outbox } = (await readHealth(url)).checks
    if (outbox?.waiting === 0) return
    await pause(1_000) // the server counts every 5 s
  }
}
