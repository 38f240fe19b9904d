import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#server/database/schema.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { insertQueuedEmail, readOutboxRow } from '#tests/setup/server/test-outbox.ts'
import type { EmailDelivery } from './email-delivery.ts'
import { claimDueEmails } from './outbox-queue.ts'
import { type OutboxWorker, type OutboxWorkerOptions, startOutboxWorker } from './outbox-worker.ts'

vi.mock('#server/database/database-time.ts', () => ({ databaseTime: async () => Date.now() }))

const HOUR = 3_600_000
const NEVER = 1_000_000_000

afterEach(() => vi.restoreAllMocks())

/** A clock that stands until it is moved. */
function stoppedClock() {
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  return {
    moveBy: (ms: number) => {
      now += ms
    },
  }
}

/** A worker that looks for mail only when it is woken, and a post office that remembers what it was given. */
function working(
  db: Database,
  deliver: EmailDelivery['deliver'] = async () => {},
  options: Partial<OutboxWorkerOptions> = {},
) {
  const given: string[] = []
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const worker = startOutboxWorker({
    db,
    log,
    pollIntervalMs: NEVER,
    deliver: async (mail, stopped) => {
      given.push(mail.messageId)
      await deliver(mail, stopped)
    },
    ...options,
  })
  onTestFinished(() => worker.stop())
  return { worker, given, log }
}

const refuse = async () => {
  throw Object.assign(new Error('550 Ada is unknown'), { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' })
}

const stateOf = async (db: Database, id: string) => (await readOutboxRow(db, id)).state

/** Failed attempts, when none is on its way. */
async function attemptsOf(db: Database, id: string): Promise<number | undefined> {
  const { attempts, leased_by } = await readOutboxRow(db, id)
  return leased_by === null ? attempts : undefined
}

describeOnEachDatabase('The worker', (open) => {
  test('sends what it finds, and what it is woken for', async () => {
    const db = await open()
    const first = await insertQueuedEmail(db)
    const { worker, given, log } = working(db)
    await expect.poll(() => stateOf(db, first)).toBe('sent')
    const second = await insertQueuedEmail(db)
    worker.wake()
    await expect.poll(() => stateOf(db, second)).toBe('sent')
    expect(given).toEqual([first, second])
    expect(log.info.mock.calls.map(([about]) => about)).toEqual([{ messageId: first }, { messageId: second }])
  })

  test('finds by itself what nobody woke it for', async () => {
    const db = await open()
    working(db, undefined, { pollIntervalMs: 20 })
    const id = await insertQueuedEmail(db)
    await expect.poll(() => stateOf(db, id)).toBe('sent')
  })

  test('sends many, five at once', async () => {
    const db = await open()
    const queued: string[] = []
    for (let i = 0; i < 23; i++) queued.push(await insertQueuedEmail(db))
    let now = 0
    let most = 0
    const { given } = working(db, async () => {
      most = Math.max(most, ++now)
      await new Promise((done) => setTimeout(done, 5))
      now--
    })
    await expect.poll(() => given.length).toBe(23)
    await expect.poll(async () => (await claimable(db)).length).toBe(0)
    expect([...given].sort()).toEqual(queued.sort())
    expect(most).toBe(5)
  })

  test('a mail that hangs keeps the others from nothing', async () => {
    const db = await open()
    const hanging = await insertQueuedEmail(db)
    const { worker } = working(db, (mail, stopped) => (mail.messageId === hanging ? untilStopped(stopped) : sent()), {
      graceMs: 0,
    })
    await expect.poll(async () => (await readOutboxRow(db, hanging)).leased_by).not.toBeNull()
    for (let i = 0; i < 6; i++) {
      const id = await insertQueuedEmail(db)
      worker.wake()
      await expect.poll(() => stateOf(db, id)).toBe('sent')
    }
    expect(await stateOf(db, hanging)).toBe('waiting')
  })

  test('tries a refused mail again when its pause is over, and says so without the words', async () => {
    const clock = stoppedClock()
    const db = await open()
    const id = await insertQueuedEmail(db)
    let isRefused = true
    const { worker, given, log } = working(db, async ({ messageId }) => {
      if (isRefused && messageId === id) await refuse()
    })
    await expect.poll(() => attemptsOf(db, id)).toBe(1)
    expect(await readOutboxRow(db, id)).toMatchObject({
      state: 'waiting',
      next_attempt_at: Date.now() + 30_000,
      last_error: 'EENVELOPE 550 RCPT TO',
      leased_by: null,
    })
    expect(log.warn.mock.calls).toEqual([
      [
        { messageId: id, attempts: 1, reason: 'EENVELOPE 550 RCPT TO', nextAttemptAt: new Date(Date.now() + 30_000) },
        'mail not sent; it is tried again',
      ],
    ])
    clock.moveBy(29_999)
    await expectIgnored(worker, db, id)
    isRefused = false
    clock.moveBy(1)
    worker.wake()
    await expect.poll(() => stateOf(db, id)).toBe('sent')
    expect(given.filter((given) => given === id)).toEqual([id, id])
  })

  test('gives up after 72 hours, says so, and sends it when somebody replays it', async () => {
    const clock = stoppedClock()
    const db = await open()
    const id = await insertQueuedEmail(db)
    let isRefused = true
    const { worker, given, log } = working(db, async ({ messageId }) => {
      if (isRefused && messageId === id) await refuse()
    })
    const queuedAt = Date.now()
    for (let attempts = 1; (await stateOf(db, id)) !== 'dead'; attempts++) {
      worker.wake()
      await expect.poll(() => attemptsOf(db, id), { interval: 2 }).toBe(attempts)
      clock.moveBy((await readOutboxRow(db, id)).next_attempt_at - Date.now())
    }
    expect(Date.now() - queuedAt).toBe(72 * HOUR)
    expect(given.length).toBeGreaterThan(72 + 6)
    expect(log.error.mock.calls).toEqual([
      [
        { messageId: id, attempts: given.length, reason: 'EENVELOPE 550 RCPT TO' },
        'mail given up after 72 hours: npm run messages -- replay',
      ],
    ])
    isRefused = false
    await expectIgnored(worker, db, id)
    await db
      .updateTable('outbox')
      .set({ state: 'waiting', attempts: 0, queued_at: Date.now(), next_attempt_at: Date.now() })
      .execute()
    worker.wake()
    await expect.poll(() => stateOf(db, id)).toBe('sent')
  })

  test('takes over from a worker that was killed, when its lease has passed', async () => {
    const clock = stoppedClock()
    const db = await open()
    const id = await insertQueuedEmail(db, { outbox: { leased_by: 'killed', leased_until: Date.now() + 60_000 } })
    const { worker, given } = working(db)
    await expectIgnored(worker, db, id)
    clock.moveBy(60_000)
    worker.wake()
    await expect.poll(() => stateOf(db, id)).toBe('sent')
    expect(given.filter((other) => other === id)).toEqual([id])
  })

  test('tries a mail whose worker was killed alone, when no other is due', async () => {
    const db = await open()
    const expired = { leased_by: 'killed', leased_until: Date.now() - 1, attempts: 1 }
    const suspects = [
      await insertQueuedEmail(db, { outbox: expired }),
      await insertQueuedEmail(db, { outbox: expired }),
    ]
    const others: string[] = []
    for (let count = 0; count < 7; count++) others.push(await insertQueuedEmail(db))
    let onTheirWay = 0
    const company: number[] = []
    const { given } = working(db, async ({ messageId }) => {
      onTheirWay++
      if (suspects.includes(messageId)) company.push(onTheirWay)
      await new Promise((done) => setTimeout(done, 5))
      onTheirWay--
    })
    await expect.poll(async () => (await claimable(db)).length).toBe(0)
    expect(given.slice(0, 7).sort()).toEqual(others.sort())
    expect(given.slice(7).sort()).toEqual(suspects.sort())
    expect(company).toEqual([1, 1])
  })

  test('gives up a mail whose worker was killed in its last attempt, and says so', async () => {
    const clock = stoppedClock()
    const db = await open()
    const id = await insertQueuedEmail(db, { outbox: { queued_at: Date.now() - 72 * HOUR, attempts: 79 } })
    await claimDueEmails(db, { workerId: 'killed', limit: 1, leaseMs: 60_000, includeExpired: true })
    clock.moveBy(60_000)
    const { given, log } = working(db)
    await expect.poll(() => stateOf(db, id)).toBe('dead')
    expect(given).toEqual([])
    expect(log.error.mock.calls).toEqual([
      [
        { messageId: id, attempts: 80, reason: 'lease expired' },
        'mail given up after 72 hours: npm run messages -- replay',
      ],
    ])
  })

  test('that is stopped lets the mail on its way arrive, and takes no other', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const arrival = Promise.withResolvers<void>()
    const { worker, given } = working(db, () => arrival.promise)
    await expect.poll(() => given).toEqual([id])
    const stopped = worker.stop()
    const late = await insertQueuedEmail(db)
    worker.wake()
    arrival.resolve()
    await stopped
    expect(await stateOf(db, id)).toBe('sent')
    expect(await readOutboxRow(db, late)).toMatchObject({ state: 'waiting', leased_by: null })
    expect(given).toEqual([id])
  })

  test('that is stopped gives back what does not arrive in time, with no failure counted', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const before = await readOutboxRow(db, id)
    const { worker, given } = working(db, (_, stopped) => untilStopped(stopped), { graceMs: 30 })
    await expect.poll(() => given).toEqual([id])
    await worker.stop()
    expect(await readOutboxRow(db, id)).toEqual(before)
  })

  test('that is stopped by an uncaught error keeps its claim of what does not arrive in time, and counts the attempt', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const { worker, given } = working(db, (_, stopped) => untilStopped(stopped), { graceMs: 30 })
    await expect.poll(() => given).toEqual([id])
    const claimed = await readOutboxRow(db, id)
    await worker.stop({ isCrash: true })
    expect(await readOutboxRow(db, id)).toEqual(claimed)
    expect(claimed).toMatchObject({ state: 'waiting', attempts: 1, leased_by: expect.any(String) })
  })

  test('that is stopped by an uncaught error lets the mail on its way arrive', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const arrival = Promise.withResolvers<void>()
    const { worker, given } = working(db, () => arrival.promise)
    await expect.poll(() => given).toEqual([id])
    const stopped = worker.stop({ isCrash: true })
    arrival.resolve()
    await stopped
    expect(await stateOf(db, id)).toBe('sent')
  })

  test('lives through a database that fails, and loses nothing', async () => {
    const db = await open()
    await sql`alter table outbox rename to gone`.execute(db)
    const { given, log } = working(db, undefined, { pollIntervalMs: 10 })
    await expect.poll(() => log.error.mock.calls.length).toBeGreaterThan(1)
    await sql`alter table gone rename to outbox`.execute(db)
    const id = await insertQueuedEmail(db)
    await expect.poll(() => stateOf(db, id)).toBe('sent')
    expect(given).toEqual([id])
  })

  test('writes that a mail was sent until the database takes it, and sends it once', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const { worker, given, log } = working(db, async () => {
      await sql`alter table outbox rename to gone`.execute(db)
    })
    await expect.poll(() => log.error.mock.calls.length).toBeGreaterThan(0)
    expect(log.error.mock.calls[0]).toEqual([
      { messageId: id, reason: expect.stringMatching(/^(42P01|ERR_SQLITE_ERROR SQL logic error)$/) },
      'the outbox cannot be written',
    ])
    await sql`alter table gone rename to outbox`.execute(db)
    worker.wake()
    await expect.poll(() => stateOf(db, id)).toBe('sent')
    expect(given).toEqual([id])
  })

  test('says when its lease was gone by the time the mail was sent', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const { log } = working(db, async () => {
      await db
        .updateTable('outbox')
        .set({ leased_by: 'another', leased_until: Date.now() + NEVER })
        .execute()
    })
    await expect.poll(() => log.warn.mock.calls.length).toBe(1)
    expect(log.warn.mock.calls[0]?.[0]).toEqual({ messageId: id })
    expect(await readOutboxRow(db, id)).toMatchObject({ state: 'waiting', leased_by: 'another' })
  })

  test('two on one database send each mail once', async () => {
    const db = await open()
    const queued: string[] = []
    for (let i = 0; i < 40; i++) queued.push(await insertQueuedEmail(db))
    const one = working(db, undefined, { pollIntervalMs: 5 })
    const other = working(db, undefined, { pollIntervalMs: 5 })
    await expect.poll(async () => (await claimable(db)).length).toBe(0)
    expect([...one.given, ...other.given].sort()).toEqual(queued.sort())
  })
})

/** Another mail that is sent shows that the worker has looked, and left this one. */
async function expectIgnored(worker: OutboxWorker, db: Database, id: string) {
  const before = await readOutboxRow(db, id)
  const other = await insertQueuedEmail(db)
  worker.wake()
  await expect.poll(() => stateOf(db, other)).toBe('sent')
  expect(await readOutboxRow(db, id)).toEqual(before)
}

const sent = async () => {}

const untilStopped = (stopped: AbortSignal) =>
  new Promise<void>((_, failed) => {
    stopped.addEventListener('abort', () => failed(stopped.reason))
  })

const claimable = (db: Database) =>
  db.selectFrom('outbox').select('message_id').where('state', '=', 'waiting').execute()
