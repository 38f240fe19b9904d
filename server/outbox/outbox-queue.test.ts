import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '#server/database/schema.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { insertQueuedEmail, readOutboxRow } from '#tests/setup/server/test-outbox.ts'
import {
  claimDueEmails,
  computeNextAttempt,
  type EmailClaim,
  giveUpExpiredEmails,
  recordDeliveryFailure,
  recordEmailSent,
  requeueEmail,
} from './outbox-queue.ts'

vi.mock('#server/database/database-time.ts', () => ({ databaseTime: async () => Date.now() }))

const LEASE = 120_000
const start = new Date('2026-03-01T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => vi.useRealTimers())

const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms)
const claimAs = (db: Database, workerId: string, limit = 10) =>
  claimDueEmails(db, { workerId, limit, leaseMs: LEASE, includeExpired: true })
const messageIds = (claims: readonly EmailClaim[]) => claims.map(({ messageId }) => messageId)

async function claimOne(db: Database, worker: string): Promise<EmailClaim> {
  const [claim, ...others] = await claimAs(db, worker)
  if (!claim || others.length > 0) throw new Error(`Claimed ${others.length + (claim ? 1 : 0)} emails instead of one`)
  return claim
}

describeOnEachDatabase('the outbox queue', (open) => {
  test('a claim contains the whole message', async () => {
    const db = await open()
    const message = `${'😀'.repeat(5_000)}\r\nשלום`
    const messageId = await insertQueuedEmail(db, { name: "O'Hara", email: 'o@hara.example', message })
    const now = start.getTime()
    expect(await claimOne(db, 'a')).toEqual({
      messageId,
      name: "O'Hara",
      email: 'o@hara.example',
      message,
      receivedAt: now,
      queuedAt: now,
      attempts: 0,
      dueAt: now,
      leasedBy: 'a',
      leasedUntil: now + LEASE,
    })
  })

  test('claims emails that are due, oldest first, up to the limit', async () => {
    const db = await open()
    const first = await insertQueuedEmail(db)
    passTime(1)
    const second = await insertQueuedEmail(db)
    passTime(1)
    const third = await insertQueuedEmail(db)
    await insertQueuedEmail(db, { outbox: { next_attempt_at: Date.now() + 1 } })
    await insertQueuedEmail(db, { outbox: { state: 'sent' } })
    await insertQueuedEmail(db, { outbox: { state: 'dead' } })
    expect(messageIds(await claimAs(db, 'a', 2))).toEqual([first, second])
    expect(messageIds(await claimAs(db, 'b'))).toEqual([third])
    expect(await claimAs(db, 'b')).toEqual([])
  })

  test('a leased email is not claimed until the lease expires', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    await claimOne(db, 'a')
    passTime(LEASE - 1)
    expect(await claimAs(db, 'b')).toEqual([])
    passTime(1)
    expect(messageIds([await claimOne(db, 'b')])).toEqual([id])
  })

  test('a worker whose claim was taken over writes nothing', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const lostClaim = await claimOne(db, 'a')
    passTime(LEASE)
    const newClaim = await claimOne(db, 'b')
    const before = await readOutboxRow(db, id)
    expect(await recordEmailSent(db, lostClaim)).toBe(false)
    expect(await recordDeliveryFailure(db, lostClaim, { reason: 'ESOCKET', nextAttemptAt: undefined })).toBe(false)
    await requeueEmail(db, lostClaim)
    expect(await readOutboxRow(db, id)).toEqual(before)
    expect(await recordEmailSent(db, newClaim)).toBe(true)
  })

  test('an earlier claim of the same worker is not valid either', async () => {
    const db = await open()
    await insertQueuedEmail(db)
    const lostClaim = await claimOne(db, 'a')
    passTime(LEASE)
    const newClaim = await claimOne(db, 'a')
    expect(await recordEmailSent(db, lostClaim)).toBe(false)
    expect(await recordEmailSent(db, newClaim)).toBe(true)
  })

  test('records the result of an expired lease that no worker has taken over', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const claim = await claimOne(db, 'a')
    passTime(2 * LEASE)
    expect(await recordEmailSent(db, claim)).toBe(true)
    expect(await readOutboxRow(db, id)).toMatchObject({
      state: 'sent',
      sent_at: Date.now(),
      leased_by: null,
      leased_until: null,
    })
    expect(await claimAs(db, 'b')).toEqual([])
  })

  describe('an email whose worker crashes', () => {
    test('counts as an attempt and is claimed again after the lease', async () => {
      const db = await open()
      const id = await insertQueuedEmail(db)
      await claimOne(db, 'a')
      expect(await readOutboxRow(db, id)).toMatchObject({ state: 'waiting', attempts: 1, last_error: null })
      passTime(LEASE)
      expect(await claimOne(db, 'b')).toMatchObject({ messageId: id, attempts: 1 })
      expect(await readOutboxRow(db, id)).toMatchObject({ attempts: 2, last_error: 'lease expired' })
    })

    test('is retried with growing delays of at most an hour, and given up after 72 hours', async () => {
      const db = await open()
      const id = await insertQueuedEmail(db)
      const times: number[] = []
      let givenUp: readonly unknown[] = []
      while (givenUp.length === 0) {
        const claims = await claimAs(db, 'a')
        if (claims.length > 0) times.push(Date.now())
        else givenUp = await giveUpExpiredEmails(db)
        const { leased_until, next_attempt_at } = await readOutboxRow(db, id)
        vi.setSystemTime(Math.max(leased_until ?? 0, next_attempt_at))
      }
      const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0))
      expect(delays.slice(0, 2)).toEqual([LEASE, LEASE])
      expect(Math.max(...delays)).toBeGreaterThan(3_000_000)
      expect(Math.max(...delays)).toBeLessThanOrEqual(3_600_000)
      // The delays are random: the lease of the attempt before the last can end after the 72 hours.
      const lastDelay = (times.at(-1) ?? 0) - (start.getTime() + 72 * 3_600_000)
      expect(lastDelay).toBeGreaterThanOrEqual(0)
      expect(lastDelay).toBeLessThan(LEASE)
      expect(times.length).toBeLessThan(90)
      expect(givenUp).toEqual([{ messageId: id, attempts: times.length }])
      expect(await readOutboxRow(db, id)).toMatchObject({ state: 'dead', leased_by: null, last_error: 'lease expired' })
    })

    test('is tried once more when the server restarts after the 72 hours, and then given up', async () => {
      const db = await open()
      const id = await insertQueuedEmail(db)
      await claimOne(db, 'a')
      passTime(100 * 3_600_000)
      expect(await giveUpExpiredEmails(db)).toEqual([])
      expect(messageIds(await claimAs(db, 'b'))).toEqual([id])
      expect(await giveUpExpiredEmails(db)).toEqual([])
      passTime(LEASE)
      expect(await claimAs(db, 'c')).toEqual([])
      expect(await giveUpExpiredEmails(db)).toEqual([{ messageId: id, attempts: 2 }])
      expect(await giveUpExpiredEmails(db)).toEqual([])
    })

    test('is claimed alone, and only when no other email is due', async () => {
      const db = await open()
      const ids = [await insertQueuedEmail(db), await insertQueuedEmail(db)]
      expect(await claimAs(db, 'a')).toHaveLength(2)
      passTime(LEASE)
      const other = await insertQueuedEmail(db)
      expect(messageIds(await claimAs(db, 'b'))).toEqual([other])
      expect(await claimDueEmails(db, { workerId: 'b', limit: 5, leaseMs: LEASE, includeExpired: false })).toEqual([])
      const [first, second, third] = [await claimAs(db, 'b'), await claimAs(db, 'b'), await claimAs(db, 'b')]
      expect([first.length, second.length, third.length]).toEqual([1, 1, 0])
      expect(messageIds([...first, ...second]).sort()).toEqual(ids.sort())
    })

    test('counts no attempt when the worker requeues it', async () => {
      const db = await open()
      const id = await insertQueuedEmail(db, { outbox: { attempts: 5 } })
      const before = await readOutboxRow(db, id)
      await requeueEmail(db, await claimOne(db, 'a'))
      expect(await readOutboxRow(db, id)).toEqual(before)
    })

    test('counts only failed attempts when it is sent', async () => {
      const db = await open()
      const id = await insertQueuedEmail(db, { outbox: { attempts: 5 } })
      await recordEmailSent(db, await claimOne(db, 'a'))
      expect(await readOutboxRow(db, id)).toMatchObject({ state: 'sent', attempts: 5 })
    })
  })

  test('a requeued email is due now, and its attempt is not counted', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const before = await readOutboxRow(db, id)
    await requeueEmail(db, await claimOne(db, 'a'))
    expect(await readOutboxRow(db, id)).toEqual(before)
    expect(messageIds(await claimAs(db, 'b'))).toEqual([id])
  })

  test('a failure is counted and delays the next attempt; a success clears the last error', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const nextAttemptAt = Date.now() + 30_000
    await recordDeliveryFailure(db, await claimOne(db, 'a'), { reason: 'ETIMEDOUT CONN', nextAttemptAt })
    expect(await readOutboxRow(db, id)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      next_attempt_at: nextAttemptAt,
      last_error: 'ETIMEDOUT CONN',
      leased_by: null,
    })
    expect(await claimAs(db, 'a')).toEqual([])
    passTime(30_000)
    await recordEmailSent(db, await claimOne(db, 'a'))
    expect(await readOutboxRow(db, id)).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
  })

  test('an email that is given up is dead', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    await recordDeliveryFailure(db, await claimOne(db, 'a'), { reason: 'ESOCKET', nextAttemptAt: undefined })
    expect(await readOutboxRow(db, id)).toMatchObject({ state: 'dead', attempts: 1, last_error: 'ESOCKET' })
    passTime(1_000 * LEASE)
    expect(await claimAs(db, 'a')).toEqual([])
  })

  test('concurrent workers claim each email once', async () => {
    const db = await open()
    const queued: string[] = []
    for (let i = 0; i < 60; i++) queued.push(await insertQueuedEmail(db))
    const claimAll = async (worker: string): Promise<string[]> => {
      const ids = messageIds(await claimAs(db, worker, 3))
      return ids.length > 0 ? [...ids, ...(await claimAll(worker))] : []
    }
    const claimed = await Promise.all(['a', 'b', 'c', 'd'].map(claimAll))
    expect(claimed.flat().sort()).toEqual(queued.sort())
  })
})

describe('computeNextAttempt', () => {
  const SECOND = 1_000
  const HOUR = 3_600 * SECOND
  const queuedAt = 1_700_000_000_000

  const delayAfter = (failures: number, random: number) =>
    (computeNextAttempt({ failures, queuedAt, now: queuedAt }, () => random) ?? 0) - queuedAt

  test.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [4, 240],
    [7, 1_920],
    [8, 3_600],
    [80, 3_600],
  ])('the delay after failure %i is %i s', (failures, seconds) =>
    expect(delayAfter(failures, 0)).toBe(seconds * SECOND),
  )

  test('randomness shortens the delay by up to a tenth, but not below 30 s', () => {
    expect(delayAfter(1, 0.999)).toBe(30 * SECOND)
    expect(delayAfter(2, 0.5)).toBe(57 * SECOND)
    expect(delayAfter(9, 0.999_999)).toBeCloseTo(0.9 * HOUR, -2)
  })

  test('the last attempt is at the end of the 72 hours', () => {
    const end = queuedAt + 72 * HOUR
    expect(computeNextAttempt({ failures: 80, queuedAt, now: end - 10 * SECOND })).toBe(end)
    expect(computeNextAttempt({ failures: 81, queuedAt, now: end })).toBeUndefined()
    expect(computeNextAttempt({ failures: 1, queuedAt, now: end + HOUR })).toBeUndefined()
  })

  test('every next attempt is 30 s to 1 h away, or at the end of the 72 hours', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 0, max: 72 * HOUR - 1 }),
        (failures, elapsed) => {
          const now = queuedAt + elapsed
          const next = computeNextAttempt({ failures, queuedAt, now }) ?? 0
          const delay = next - now
          expect(next === queuedAt + 72 * HOUR || (delay >= 30 * SECOND && delay <= HOUR)).toBe(true)
        },
      ),
    ))
})
