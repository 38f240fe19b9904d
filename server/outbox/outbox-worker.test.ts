import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#server/database/schema.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { insertQueuedEmail, readOutboxRow } from '#tests/setup/server/test-outbox.ts'
import type { EmailDelivery } from './compose-email.ts'
import { claimDueEmails } from './outbox-queue.ts'
import { type OutboxWorker, type OutboxWorkerOptions, startOutboxWorker } from './outbox-worker.ts'

vi.mock('#server/database/database-time.ts', () => ({ databaseTime: async () => Date.now() }))

const HOUR = 3_600_000
const NEVER = 1_000_000_000

afterEach(() => vi.restoreAllMocks())

/** Stops `Date.now()` until `moveBy` is called. */
function stopClock() {
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  return {
    moveBy: (ms: number) => {
      now += ms
    },
  }
}

/** Starts a worker that reads the outbox at its start and when it is woken. `delivered` collects the message ids. */
function startTestWorker(
  db: Database,
  deliver: EmailDelivery['deliver'] = async () => {},
  options: Partial<OutboxWorkerOptions> = {},
) {
  const delivered: string[] = []
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const worker = startOutboxWorker({
    db,
    log,
    pollIntervalMs: NEVER,
    deliver: async (email, signal) => {
      delivered.push(email.messageId)
      await deliver(email, signal)
    },
    ...options,
  })
  onTestFinished(() => worker.stop())
  return { worker, delivered, log }
}

const reject = async () => {
  throw Object.assign(new Error('550 Ada is unknown'), { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' })
}

const stateOf = async (db: Database, id: string) => (await readOutboxRow(db, id)).state

/** The number of failed attempts; `undefined` while an attempt is running. */
async function attemptsOf(db: Database, id: string): Promise<number | undefined> {
  const { attempts, leased_by } = await readOutboxRow(db, id)
  return leased_by === null ? attempts : undefined
}

describeOnEachDatabase('the outbox worker', (open) => {
  test('sends emails at its start and when it is woken', async () => {
    const db = await open()
    const first = await insertQueuedEmail(db)
    const { worker, delivered, log } = startTestWorker(db)
    await expect.poll(() => stateOf(db, first)).toBe('sent')
    const second = await insertQueuedEmail(db)
    worker.wake()
    await expect.poll(() => stateOf(db, second)).toBe('sent')
    expect(delivered).toEqual([first, second])
    expect(log.info.mock.calls.map(([about]) => about)).toEqual([{ messageId: first }, { messageId: second }])
  })

  test('finds new emails by polling', async () => {
    const db = await open()
    startTestWorker(db, undefined, { pollIntervalMs: 20 })
    const id = await insertQueuedEmail(db)
    await expect.poll(() => stateOf(db, id)).toBe('sent')
  })

  test('sends at most five emails at a time', async () => {
    const db = await open()
    const queued: string[] = []
    for (let i = 0; i < 23; i++) queued.push(await insertQueuedEmail(db))
    let running = 0
    let maxRunning = 0
    const { delivered } = startTestWorker(db, async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise((done) => setTimeout(done, 5))
      running--
    })
    await expect.poll(() => delivered.length).toBe(23)
    await expect.poll(async () => (await readWaiting(db)).length).toBe(0)
    expect([...delivered].sort()).toEqual(queued.sort())
    expect(maxRunning).toBe(5)
  })

  test('sends other emails while one delivery hangs', async () => {
    const db = await open()
    const hanging = await insertQueuedEmail(db)
    const { worker } = startTestWorker(
      db,
      (email, signal) => (email.messageId === hanging ? untilAborted(signal) : succeed()),
      {
        graceMs: 0,
      },
    )
    await expect.poll(async () => (await readOutboxRow(db, hanging)).leased_by).not.toBeNull()
    for (let i = 0; i < 6; i++) {
      const id = await insertQueuedEmail(db)
      worker.wake()
      await expect.poll(() => stateOf(db, id)).toBe('sent')
    }
    expect(await stateOf(db, hanging)).toBe('waiting')
  })

  test('retries a rejected email after its delay, and logs only error codes', async () => {
    const clock = stopClock()
    const db = await open()
    const id = await insertQueuedEmail(db)
    let isRejected = true
    const { worker, delivered, log } = startTestWorker(db, async ({ messageId }) => {
      if (isRejected && messageId === id) await reject()
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
        'email not sent, will be retried',
      ],
    ])
    clock.moveBy(29_999)
    await expectIgnored(worker, db, id)
    isRejected = false
    clock.moveBy(1)
    worker.wake()
    await expect.poll(() => stateOf(db, id)).toBe('sent')
    expect(delivered.filter((other) => other === id)).toEqual([id, id])
  })

  test('gives up after 72 hours, logs that, and sends the email when it is replayed', async () => {
    const clock = stopClock()
    const db = await open()
    const id = await insertQueuedEmail(db)
    let isRejected = true
    const { worker, delivered, log } = startTestWorker(db, async ({ messageId }) => {
      if (isRejected && messageId === id) await reject()
    })
    const queuedAt = Date.now()
    for (let attempts = 1; (await stateOf(db, id)) !== 'dead'; attempts++) {
      worker.wake()
      await expect.poll(() => attemptsOf(db, id), { interval: 2 }).toBe(attempts)
      clock.moveBy((await readOutboxRow(db, id)).next_attempt_at - Date.now())
    }
    expect(Date.now() - queuedAt).toBe(72 * HOUR)
    expect(delivered.length).toBeGreaterThan(72 + 6)
    expect(log.error.mock.calls).toEqual([
      [
        { messageId: id, attempts: delivered.length, reason: 'EENVELOPE 550 RCPT TO' },
        'email given up after 72 hours: npm run messages -- replay',
      ],
    ])
    isRejected = false
    await expectIgnored(worker, db, id)
    await db
      .updateTable('outbox')
      .set({ state: 'waiting', attempts: 0, queued_at: Date.now(), next_attempt_at: Date.now() })
      .execute()
    worker.wake()
    await expect.poll(() => stateOf(db, id)).toBe('sent')
  })

  test('claims the email of a killed worker when its lease has expired', async () => {
    const clock = stopClock()
    const db = await open()
    const id = await insertQueuedEmail(db, { outbox: { leased_by: 'killed', leased_until: Date.now() + 60_000 } })
    const { worker, delivered } = startTestWorker(db)
    await expectIgnored(worker, db, id)
    clock.moveBy(60_000)
    worker.wake()
    await expect.poll(() => stateOf(db, id)).toBe('sent')
    expect(delivered.filter((other) => other === id)).toEqual([id])
  })

  test('retries emails of killed workers one at a time, after all others', async () => {
    const db = await open()
    const expiredLease = { leased_by: 'killed', leased_until: Date.now() - 1, attempts: 1 }
    const suspects = [
      await insertQueuedEmail(db, { outbox: expiredLease }),
      await insertQueuedEmail(db, { outbox: expiredLease }),
    ]
    const others: string[] = []
    for (let count = 0; count < 7; count++) others.push(await insertQueuedEmail(db))
    let running = 0
    const runningWithSuspects: number[] = []
    const { delivered } = startTestWorker(db, async ({ messageId }) => {
      running++
      if (suspects.includes(messageId)) runningWithSuspects.push(running)
      await new Promise((done) => setTimeout(done, 5))
      running--
    })
    await expect.poll(async () => (await readWaiting(db)).length).toBe(0)
    expect(delivered.slice(0, 7).sort()).toEqual(others.sort())
    expect(delivered.slice(7).sort()).toEqual(suspects.sort())
    expect(runningWithSuspects).toEqual([1, 1])
  })

  test('gives up and logs an email whose worker was killed in the last attempt', async () => {
    const clock = stopClock()
    const db = await open()
    const id = await insertQueuedEmail(db, { outbox: { queued_at: Date.now() - 72 * HOUR, attempts: 79 } })
    await claimDueEmails(db, { workerId: 'killed', limit: 1, leaseMs: 60_000, includeExpired: true })
    clock.moveBy(60_000)
    const { delivered, log } = startTestWorker(db)
    await expect.poll(() => stateOf(db, id)).toBe('dead')
    expect(delivered).toEqual([])
    expect(log.error.mock.calls).toEqual([
      [
        { messageId: id, attempts: 80, reason: 'lease expired' },
        'email given up after 72 hours: npm run messages -- replay',
      ],
    ])
  })

  test('stop waits for running deliveries and claims no other email', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const delivery = Promise.withResolvers<void>()
    const { worker, delivered } = startTestWorker(db, () => delivery.promise)
    await expect.poll(() => delivered).toEqual([id])
    const stopping = worker.stop()
    const next = await insertQueuedEmail(db)
    worker.wake()
    delivery.resolve()
    await stopping
    expect(await stateOf(db, id)).toBe('sent')
    expect(await readOutboxRow(db, next)).toMatchObject({ state: 'waiting', leased_by: null })
    expect(delivered).toEqual([id])
  })

  test('stop requeues an email that is not delivered in time, without counting the attempt', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const before = await readOutboxRow(db, id)
    const { worker, delivered } = startTestWorker(db, (_, signal) => untilAborted(signal), { graceMs: 30 })
    await expect.poll(() => delivered).toEqual([id])
    await worker.stop()
    expect(await readOutboxRow(db, id)).toEqual(before)
  })

  test('stop after an uncaught error keeps the claim of an unfinished delivery, and counts the attempt', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const { worker, delivered } = startTestWorker(db, (_, signal) => untilAborted(signal), { graceMs: 30 })
    await expect.poll(() => delivered).toEqual([id])
    const claimedRow = await readOutboxRow(db, id)
    await worker.stop({ isCrash: true })
    expect(await readOutboxRow(db, id)).toEqual(claimedRow)
    expect(claimedRow).toMatchObject({ state: 'waiting', attempts: 1, leased_by: expect.any(String) })
  })

  test('stop after an uncaught error waits for running deliveries', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const delivery = Promise.withResolvers<void>()
    const { worker, delivered } = startTestWorker(db, () => delivery.promise)
    await expect.poll(() => delivered).toEqual([id])
    const stopping = worker.stop({ isCrash: true })
    delivery.resolve()
    await stopping
    expect(await stateOf(db, id)).toBe('sent')
  })

  test('continues after database errors without losing emails', async () => {
    const db = await open()
    await sql`alter table outbox rename to gone`.execute(db)
    const { delivered, log } = startTestWorker(db, undefined, { pollIntervalMs: 10 })
    await expect.poll(() => log.error.mock.calls.length).toBeGreaterThan(1)
    await sql`alter table gone rename to outbox`.execute(db)
    const id = await insertQueuedEmail(db)
    await expect.poll(() => stateOf(db, id)).toBe('sent')
    expect(delivered).toEqual([id])
  })

  test('retries recording a sent email until the database accepts it, and sends it once', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const { worker, delivered, log } = startTestWorker(db, async () => {
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
    expect(delivered).toEqual([id])
  })

  test('logs a warning when the lease expired before the email was sent', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const { log } = startTestWorker(db, async () => {
      await db
        .updateTable('outbox')
        .set({ leased_by: 'another', leased_until: Date.now() + NEVER })
        .execute()
    })
    await expect.poll(() => log.warn.mock.calls.length).toBe(1)
    expect(log.warn.mock.calls[0]?.[0]).toEqual({ messageId: id })
    expect(await readOutboxRow(db, id)).toMatchObject({ state: 'waiting', leased_by: 'another' })
  })

  test('two workers on one database send each email once', async () => {
    const db = await open()
    const queued: string[] = []
    for (let i = 0; i < 40; i++) queued.push(await insertQueuedEmail(db))
    const one = startTestWorker(db, undefined, { pollIntervalMs: 5 })
    const other = startTestWorker(db, undefined, { pollIntervalMs: 5 })
    await expect.poll(async () => (await readWaiting(db)).length).toBe(0)
    expect([...one.delivered, ...other.delivered].sort()).toEqual(queued.sort())
  })
})

/** Waits until the worker has sent another email, then checks that it did not change this one. */
async function expectIgnored(worker: OutboxWorker, db: Database, id: string) {
  const before = await readOutboxRow(db, id)
  const other = await insertQueuedEmail(db)
  worker.wake()
  await expect.poll(() => stateOf(db, other)).toBe('sent')
  expect(await readOutboxRow(db, id)).toEqual(before)
}

const succeed = async () => {}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

const readWaiting = (db: Database) =>
  db.selectFrom('outbox').select('message_id').where('state', '=', 'waiting').execute()
