import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { createTestDatabase } from '#tests/setup/backend.ts'
import { createMessage, insertQueuedEmail, readOutboxRow } from '#tests/setup/messages.ts'
import {
  claimDueEmails,
  computeNextAttempt,
  type EmailClaim,
  recordDeliveryFailure,
  recordEmailSent,
} from './outbox-queue.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const LEASE = 120 * SECOND

vi.mock('#server/database/database-time.ts', { spy: true })

/** The database's clock. That of the process stands still. */
let now: number
beforeEach(() => {
  now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.mocked(databaseTime).mockImplementation(async () => now)
})
afterEach(() => {
  vi.useRealTimers()
  vi.mocked(databaseTime).mockReset()
})

const claimAs = (db: Database, workerId: string, limit = 10) =>
  claimDueEmails(db, { workerId, limit, leaseMs: LEASE, includeUnfinished: true })
const messageIds = (claims: readonly EmailClaim[]) => claims.map(({ messageId }) => messageId)

async function claimOne(db: Database, worker = 'a'): Promise<EmailClaim> {
  const [claim, ...others] = await claimAs(db, worker)
  if (!claim || others.length > 0) throw new Error(`Claimed ${others.length + (claim ? 1 : 0)} emails instead of one`)
  return claim
}

describe('the outbox queue', () => {
  let db: Database
  beforeEach(async () => {
    ;({ db } = await createTestDatabase())
  })

  test('claims emails that are due with their whole message, oldest first, up to the limit, each once', async () => {
    const message = `${'😀'.repeat(5_000)}\r\nשלום`
    const first = await insertQueuedEmail(db, { message, outbox: { queued_at: now - 2, next_attempt_at: now - 2 } })
    const second = await insertQueuedEmail(db, { outbox: { next_attempt_at: now - 1 } })
    const third = await insertQueuedEmail(db, { outbox: { next_attempt_at: now } })
    await insertQueuedEmail(db, { outbox: { next_attempt_at: now + 1 } })
    await insertQueuedEmail(db, { outbox: { state: 'sent' } })
    await insertQueuedEmail(db, { outbox: { state: 'dead' } })
    const claims = await claimAs(db, 'a', 2)
    expect(messageIds(claims)).toEqual([first, second])
    expect(claims[0]).toMatchObject({ ...createMessage({ message }), queuedAt: now - 2 })
    expect(messageIds(await claimAs(db, 'b'))).toEqual([third])
    expect(await claimAs(db, 'b')).toEqual([])
  })

  test('a sent email has only its failed attempts, and is recorded after its lease, too', async () => {
    const id = await insertQueuedEmail(db, { outbox: { attempts: 5, last_error: 'ESOCKET' } })
    const claim = await claimOne(db)
    now += 2 * LEASE
    expect(await recordEmailSent(db, claim)).toBe(true)
    const ended = { attempts: 5, last_error: null, leased_by: null, leased_until: null }
    expect(await readOutboxRow(db, id)).toMatchObject({ ...ended, state: 'sent', sent_at: now })
    expect(await claimAs(db, 'b')).toEqual([])
  })

  test('an email that ends its worker is retried with growing delays, and given up after 72 hours', async () => {
    const id = await insertQueuedEmail(db)
    const start = now
    const times: number[] = []
    let claim = await claimOne(db)
    while (!claim.isOver) {
      times.push(now)
      now = (await readOutboxRow(db, id)).next_attempt_at
      claim = await claimOne(db)
    }
    const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(delays.slice(0, 3)).toEqual([LEASE, LEASE, LEASE])
    expect(Math.max(...delays)).toBeGreaterThan(0.9 * HOUR)
    expect(now - start).toBeGreaterThanOrEqual(72 * HOUR)
    expect(now - start).toBeLessThan(73 * HOUR)
    await recordDeliveryFailure(db, claim, 'lease expired')
    expect(await readOutboxRow(db, id)).toMatchObject({ state: 'dead', attempts: times.length, leased_by: null })
  })

  test('an email without a result is claimed alone, and only when no other is due', async () => {
    const unfinished = { leased_by: 'killed', leased_until: now - 1, attempts: 1 }
    await insertQueuedEmail(db, { outbox: unfinished })
    await insertQueuedEmail(db, { outbox: unfinished })
    now += SECOND
    const other = await insertQueuedEmail(db, { outbox: { next_attempt_at: now } })
    expect(messageIds(await claimAs(db, 'b'))).toEqual([other])
    const options = { workerId: 'b', limit: 5, leaseMs: LEASE }
    expect(await claimDueEmails(db, { ...options, includeUnfinished: false })).toEqual([])
    expect((await claimAs(db, 'b')).length).toBe(1)
    expect((await claimAs(db, 'b')).length).toBe(1)
    expect(await claimAs(db, 'b')).toEqual([])
  })

  test('an email that was queued or planned while the clock was ahead is claimed at once, a planned one is not', async () => {
    const ahead = now + 400 * 24 * HOUR
    const queued = await insertQueuedEmail(db, { outbox: { queued_at: ahead, next_attempt_at: ahead } })
    const failed = await insertQueuedEmail(db, { outbox: { attempts: 3, next_attempt_at: ahead + HOUR } })
    await insertQueuedEmail(db, { outbox: { attempts: 80, next_attempt_at: now + HOUR } })
    expect(messageIds(await claimAs(db, 'a'))).toEqual([queued, failed])
    expect(await readOutboxRow(db, queued)).toMatchObject({ queued_at: now, attempts: 1 })
  })
})

describe('computeNextAttempt', () => {
  const queuedAt = 1_700_000_000_000
  const delayAfter = (attempts: number, random: number) =>
    (computeNextAttempt({ attempts, queuedAt }, queuedAt, () => random) ?? 0) - queuedAt

  test('the delay doubles from 30 s to an hour; randomness shortens it by up to a tenth, but not below 30 s', () => {
    const delays = [1, 2, 3, 7, 8, 1_000].map((attempts) => delayAfter(attempts, 0) / SECOND)
    expect(delays).toEqual([30, 60, 120, 1_920, 3_600, 3_600])
    expect(delayAfter(1, 0.999)).toBe(30 * SECOND)
    expect(delayAfter(2, 0.5)).toBe(57 * SECOND)
    expect(delayAfter(9, 0.999_999)).toBeCloseTo(0.9 * HOUR, -2)
  })

  test('§12.18 §12.32 an email is given up after 72 hours, but not before 72 attempts, whatever the clock says', () => {
    const end = queuedAt + 72 * HOUR
    expect(computeNextAttempt({ attempts: 80, queuedAt }, end - 1)).toBeGreaterThan(end)
    expect(computeNextAttempt({ attempts: 80, queuedAt }, end)).toBeUndefined()
    expect(computeNextAttempt({ attempts: 71, queuedAt }, end + 9_600 * HOUR)).toBeGreaterThan(end)
    expect(computeNextAttempt({ attempts: 72, queuedAt }, end)).toBeUndefined()
  })
})
