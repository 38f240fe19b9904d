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
  /** Requests that got no answer, and were sent again. */
  readonly repeated: number
  /** ms that a process took until it listened, at the median. */
  readonly startUp: number
}

/** ms */
const SOONEST = 20
const LATEST = 600
/** One process of so many is killed while it starts. */
const HASTE = 5
/** Messages that each other process acknowledges before it is killed, however slow the machine is. */
const LEAST = 2
/** ms; a mail that was on its way in four processes that were killed waits for a minute. */
const UNTIL_EMPTY = 120_000
const UNTIL_ACKNOWLEDGED = 20_000

/** Kills the backend again and again while visitors send; then lets a last one send what is left. */
export async function killRun(options: KillRunOptions): Promise<KillRun> {
  const mailServer = await startMailServer()
  const visitors = startVisitors(createSeededRandom(`${options.seed} visitors`))
  try {
    const startUp = await killAndFinish(options, mailServer.url, visitors)
    return {
      kills: options.kills,
      acknowledged: visitors.acknowledged,
      ...(await keptIn(options.database)),
      mails: mailServer.emails,
      repeated: visitors.repeated(),
      startUp,
    }
  } finally {
    visitors.leave()
    await mailServer.stop()
  }
}

async function killAndFinish(
  { database, kills, seed, onKill }: KillRunOptions,
  mailServer: string,
  visitors: Visitors,
) {
  const random = createSeededRandom(seed)
  const startUps: number[] = []
  const start = (number: number) => startKillableBackend({ database, mailServer, name: `process-${number}` })

  async function listening(backend: KillableBackend): Promise<string> {
    const begun = performance.now()
    const url = await backend.url
    startUps.push(performance.now() - begun)
    visitors.moveTo(url)
    return url
  }

  for (let count = 1; count <= kills; count++) {
    const backend = start(count)
    try {
      const isHasty = count % HASTE === 0
      if (!isHasty) await listening(backend)
      const before = visitors.acknowledged.length
      await pause(SOONEST + random() * (LATEST - SOONEST))
      const deadline = performance.now() + UNTIL_ACKNOWLEDGED
      while (!isHasty && visitors.acknowledged.length < before + LEAST && performance.now() < deadline) await pause(10)
    } finally {
      await backend.kill()
    }
    onKill?.(count)
  }

  const last = start(kills + 1)
  try {
    const url = await listening(last)
    await visitors.finish()
    await untilEmpty(url)
  } finally {
    await last.kill()
  }
  return startUps.sort((one, other) => one - other)[startUps.length >> 1] ?? 0
}

/** What the database holds of messages and mails. */
export async function keptIn(database: KillRunOptions['database']): Promise<Pick<Outcome, 'messages' | 'outbox'>> {
  const db = await openDatabase(database)
  try {
    const messages = await db.selectFrom('message').selectAll().execute()
    const outbox = await db.selectFrom('outbox').selectAll().execute()
    return { messages, outbox }
  } finally {
    await db.destroy()
  }
}

/** What is still there afterwards, the verdict finds. */
async function untilEmpty(url: string): Promise<void> {
  const deadline = performance.now() + UNTIL_EMPTY
  while (performance.now() < deadline) {
    const { outbox } = (await readHealth(url)).checks
    if (outbox?.waiting === 0) return
    await pause(1_000) // the server counts every 5 s
  }
}
