import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { createTestDatabase } from '#tests/setup/backend.ts'
import { insertQueuedEmail, readOutboxRow } from '#tests/setup/messages.ts'
import type { EmailDelivery } from './email-delivery.ts'
import { type OutboxWorkerOptions, startOutboxWorker } from './outbox-worker.ts'

vi.mock('#server/database/database-time.ts', { spy: true })
vi.mock('node:timers/promises', { spy: true })

const HOUR = 3_600_000
const NEVER = 1_000_000_000

let db: Database
beforeEach(async () => {
  ;({ db } = await createTestDatabase())
})
afterEach(() => void vi.mocked(databaseTime).mockReset())

/** Starts a worker that reads the outbox at its start and when it is woken. `delivered` collects the message ids. */
function startTestWorker(
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

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_, abort) => {
    signal.addEventListener('abort', () => abort(signal.reason))
  })

const stateOf = async (id: string) => (await readOutboxRow(db, id)).state

test('§12.16 sends emails at its start, when it is woken, and by polling', async () => {
  const first = await insertQueuedEmail(db)
  const { worker, delivered, log } = startTestWorker()
  await expect.poll(() => stateOf(first)).toBe('sent')
  const second = await insertQueuedEmail(db)
  worker.wake()
  await expect.poll(() => stateOf(second)).toBe('sent')
  expect(delivered).toEqual([first, second])
  expect(log.info.mock.calls).toEqual([first, second].map((messageId) => [{ messageId }, 'email sent']))
  await worker.stop()
  using timer = vi.spyOn(globalThis, 'setTimeout')
  const polling = startOutboxWorker({ db, log, deliver: async () => {} })
  onTestFinished(() => polling.stop())
  await expect.poll(() => timer.mock.calls).toContainEqual([expect.any(Function), 5_000])
  startTestWorker(undefined, { pollIntervalMs: 20 })
  const third = await insertQueuedEmail(db)
  await expect.poll(() => stateOf(third)).toBe('sent')
})

test('sends five emails at a time, and others while one hangs', async () => {
  const ids: string[] = []
  for (let count = 0; count < 12; count++) ids.push(await insertQueuedEmail(db))
  const [hanging] = ids
  let running = 0
  let maxRunning = 0
  const deliver: EmailDelivery['deliver'] = async ({ messageId }, signal) => {
    maxRunning = Math.max(maxRunning, ++running)
    if (messageId === hanging) await untilAborted(signal)
    await new Promise((done) => setImmediate(done))
    running--
  }
  startTestWorker(deliver, { graceMs: 0 })
  const waiting = () => db.selectFrom('outbox').select('message_id').where('state', '=', 'waiting').execute()
  await expect.poll(waiting).toEqual([{ message_id: hanging }])
  expect(maxRunning).toBe(5)
})

test('§12.18 retries a rejected email, gives it up after 72 hours, and logs only error codes', async () => {
  let now = Date.now()
  vi.mocked(databaseTime).mockImplementation(async () => now)
  const id = await insertQueuedEmail(db, { outbox: { queued_at: now, next_attempt_at: now } })
  const { worker, log } = startTestWorker(reject)
  const reason = 'EENVELOPE 550 RCPT TO'
  await expect.poll(() => log.warn.mock.calls.length).toBe(1)
  const nextAttemptAt = new Date(now + 30_000)
  expect(log.warn.mock.calls).toEqual([
    [{ messageId: id, attempts: 1, reason, nextAttemptAt }, 'email not sent, will be retried'],
  ])
  now += 72 * HOUR
  await db.updateTable('outbox').set({ attempts: 79 }).execute()
  worker.wake()
  await expect.poll(() => stateOf(id)).toBe('dead')
  expect(log.error.mock.calls).toEqual([
    [{ messageId: id, attempts: 80, reason }, 'email given up after 72 hours: npm run messages -- replay'],
  ])
})

test('gives up an email whose worker was killed in the last attempt, without another one', async () => {
  const killed = { attempts: 80, leased_by: 'killed', leased_until: 1, queued_at: Date.now() - 73 * HOUR }
  const id = await insertQueuedEmail(db, { outbox: killed })
  const { delivered, log } = startTestWorker()
  await expect.poll(() => stateOf(id)).toBe('dead')
  expect(delivered).toEqual([])
  expect(log.error.mock.calls.map(([about]) => about)).toEqual([
    { messageId: id, attempts: 80, reason: 'lease expired' },
  ])
})

test.each([false, true])(
  'stop (isCrash: %s) waits for running deliveries and claims no other email',
  async (isCrash) => {
    const id = await insertQueuedEmail(db)
    const delivery = Promise.withResolvers<void>()
    const { worker, delivered } = startTestWorker(() => delivery.promise)
    await expect.poll(() => delivered).toEqual([id])
    const stopping = worker.stop({ isCrash })
    const next = await insertQueuedEmail(db)
    worker.wake()
    delivery.resolve()
    await stopping
    expect(await stateOf(id)).toBe('sent')
    expect(await readOutboxRow(db, next)).toMatchObject({ state: 'waiting', leased_by: null })
  },
)

test('stop requeues an email that is not delivered in time; after an uncaught error its attempt counts', async () => {
  const id = await insertQueuedEmail(db)
  const before = await readOutboxRow(db, id)
  for (const isCrash of [false, true]) {
    const { worker, delivered } = startTestWorker((_, signal) => untilAborted(signal), { graceMs: 30 })
    await expect.poll(() => delivered).toEqual([id])
    const claimed = await readOutboxRow(db, id)
    expect(claimed).toMatchObject({ state: 'waiting', attempts: 1, leased_by: expect.any(String) })
    expect(Number(claimed.leased_until)).toBeGreaterThanOrEqual(before.queued_at + 120_000) // longer than an attempt
    await worker.stop({ isCrash })
    expect(await readOutboxRow(db, id)).toEqual(isCrash ? claimed : before)
  }
})

test('an email whose claim another worker has taken over is sent with a warning, and its failure is not recorded', async () => {
  for (const isSent of [true, false]) {
    const id = await insertQueuedEmail(db)
    const { worker, log } = startTestWorker(async () => {
      await db.updateTable('outbox').set({ leased_by: 'another' }).where('message_id', '=', id).execute()
      if (!isSent) await reject()
    })
    await expect.poll(() => readOutboxRow(db, id)).toMatchObject({ leased_by: 'another' })
    await worker.stop()
    const warning = 'email sent after its lease expired: there may be a duplicate'
    expect(log.warn.mock.calls).toEqual(isSent ? [[{ messageId: id }, warning]] : [])
    expect(await readOutboxRow(db, id)).toMatchObject({ state: 'waiting', last_error: null })
  }
})

test('stop requeues an email that is claimed meanwhile', async () => {
  const id = await insertQueuedEmail(db)
  const before = await readOutboxRow(db, id)
  const time = Promise.withResolvers<number>()
  vi.mocked(databaseTime).mockReturnValueOnce(time.promise)
  const { worker, delivered } = startTestWorker()
  const stopping = worker.stop()
  time.resolve(Date.now())
  await stopping
  expect([delivered, await readOutboxRow(db, id)]).toEqual([[], before])
})

test.each([
  [false, 'sent'],
  [true, 'waiting'],
])('continues after database errors, and sends each email once; it is refused: %s', async (isRefused, state) => {
  await sql`alter table outbox rename to gone`.execute(db)
  let isTableTaken = false
  const deliver = async () => {
    if (isTableTaken) return
    isTableTaken = true
    await sql`alter table outbox rename to gone`.execute(db)
    if (isRefused) throw new Error('The mailbox is full')
  }
  const { delivered, log } = startTestWorker(deliver, { pollIntervalMs: 10 })
  const message = (about: string) => log.error.mock.calls.find(([, text]) => text === about)?.[0]
  await expect.poll(() => message('the outbox cannot be read, will be retried')).toEqual({ reason: 'SQL logic error' })
  await sql`alter table gone rename to outbox`.execute(db)
  const id = await insertQueuedEmail(db)
  await expect.poll(() => message('the outbox cannot be written')).toEqual({ messageId: id, reason: 'SQL logic error' })
  expect(vi.mocked(sleep).mock.calls).toContainEqual([1_000])
  await sql`alter table gone rename to outbox`.execute(db)
  await expect.poll(async () => (await readOutboxRow(db, id)).attempts).toBe(1)
  await expect.poll(() => stateOf(id)).toBe(state)
  expect(delivered).toEqual([id])
})
