import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '#server/database/schema.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { insertQueuedEmail, readOutboxRow } from '#tests/setup/server/test-outbox.ts'
import {
  claimDueEmails,
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

const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const claimAs = (db: Database, workerId: string, limit = 10) =>
  claimDueEmails(db, { workerId, limit, leaseMs: LEASE, includeExpired: true })
const idsOf = (claims: readonly EmailClaim[]) => claims.map(({ messageId }) => messageId)

async function claimOne(db: Database, worker: string): Promise<EmailClaim> {
  const [claim, ...others] = await claimAs(db, worker)
  if (!claim || others.length > 0) throw new Error(`There is not one mail but ${others.length + (claim ? 1 : 0)}`)
  return claim
}

describeOnEachDatabase('Claims', (open) => {
  test('a mail comes with its whole message', async () => {
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

  test('those that are due, the oldest first, and no more than wanted', async () => {
    const db = await open()
    const first = await insertQueuedEmail(db)
    later(1)
    const second = await insertQueuedEmail(db)
    later(1)
    const third = await insertQueuedEmail(db)
    await insertQueuedEmail(db, { outbox: { next_attempt_at: Date.now() + 1 } })
    await insertQueuedEmail(db, { outbox: { state: 'sent' } })
    await insertQueuedEmail(db, { outbox: { state: 'dead' } })
    expect(idsOf(await claimAs(db, 'a', 2))).toEqual([first, second])
    expect(idsOf(await claimAs(db, 'b'))).toEqual([third])
    expect(await claimAs(db, 'b')).toEqual([])
  })

  test('a lease keeps others off until it has passed', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    await claimOne(db, 'a')
    later(LEASE - 1)
    expect(await claimAs(db, 'b')).toEqual([])
    later(1)
    expect(idsOf([await claimOne(db, 'b')])).toEqual([id])
  })

  test('whose lease was taken over writes nothing', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const lost = await claimOne(db, 'a')
    later(LEASE)
    const taken = await claimOne(db, 'b')
    const before = await readOutboxRow(db, id)
    expect(await recordEmailSent(db, lost)).toBe(false)
    expect(await recordDeliveryFailure(db, lost, { reason: 'ESOCKET', nextAttemptAt: undefined })).toBe(false)
    await requeueEmail(db, lost)
    expect(await readOutboxRow(db, id)).toEqual(before)
    expect(await recordEmailSent(db, taken)).toBe(true)
  })

  test('an earlier lease of the same worker is no lease either', async () => {
    const db = await open()
    await insertQueuedEmail(db)
    const lost = await claimOne(db, 'a')
    later(LEASE)
    const taken = await claimOne(db, 'a')
    expect(await recordEmailSent(db, lost)).toBe(false)
    expect(await recordEmailSent(db, taken)).toBe(true)
  })

  test('a lease that has passed and that nobody took still counts', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const claim = await claimOne(db, 'a')
    later(2 * LEASE)
    expect(await recordEmailSent(db, claim)).toBe(true)
    expect(await readOutboxRow(db, id)).toMatchObject({
      state: 'sent',
      sent_at: Date.now(),
      leased_by: null,
      leased_until: null,
    })
    expect(await claimAs(db, 'b')).toEqual([])
  })

  describe('a mail whose worker dies', () => {
    test('has its attempt counted, and is taken over after the lease', async () => {
      const db = await open()
      const id = await insertQueuedEmail(db)
      await claimOne(db, 'a')
      expect(await readOutboxRow(db, id)).toMatchObject({ state: 'waiting', attempts: 1, last_error: null })
      later(LEASE)
      expect(await claimOne(db, 'b')).toMatchObject({ messageId: id, attempts: 1 })
      expect(await readOutboxRow(db, id)).toMatchObject({ attempts: 2, last_error: 'lease expired' })
    })

    test('waits longer each time, up to an hour, and is given up after 72 hours', async () => {
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
      const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0))
      expect(pauses.slice(0, 2)).toEqual([LEASE, LEASE])
      expect(Math.max(...pauses)).toBeGreaterThan(3_000_000)
      expect(Math.max(...pauses)).toBeLessThanOrEqual(3_600_000)
      expect(times.at(-1)).toBe(start.getTime() + 72 * 3_600_000)
      expect(times.length).toBeLessThan(90)
      expect(givenUp).toEqual([{ messageId: id, attempts: times.length }])
      expect(await readOutboxRow(db, id)).toMatchObject({ state: 'dead', leased_by: null, last_error: 'lease expired' })
    })

    test('is tried a last time when the server comes back after the 72 hours, and then given up', async () => {
      const db = await open()
      const id = await insertQueuedEmail(db)
      await claimOne(db, 'a')
      later(100 * 3_600_000)
      expect(await giveUpExpiredEmails(db)).toEqual([])
      expect(idsOf(await claimAs(db, 'b'))).toEqual([id])
      expect(await giveUpExpiredEmails(db)).toEqual([])
      later(LEASE)
      expect(await claimAs(db, 'c')).toEqual([])
      expect(await giveUpExpiredEmails(db)).toEqual([{ messageId: id, attempts: 2 }])
      expect(await giveUpExpiredEmails(db)).toEqual([])
    })

    test('is taken alone, and only where no other is due', async () => {
      const db = await open()
      const ids = [await insertQueuedEmail(db), await insertQueuedEmail(db)]
      expect(await claimAs(db, 'a')).toHaveLength(2)
      later(LEASE)
      const other = await insertQueuedEmail(db)
      expect(idsOf(await claimAs(db, 'b'))).toEqual([other])
      expect(await claimDueEmails(db, { workerId: 'b', limit: 5, leaseMs: LEASE, includeExpired: false })).toEqual([])
      const [first, second, third] = [await claimAs(db, 'b'), await claimAs(db, 'b'), await claimAs(db, 'b')]
      expect([first.length, second.length, third.length]).toEqual([1, 1, 0])
      expect(idsOf([...first, ...second]).sort()).toEqual(ids.sort())
    })

    test('counts no attempt where the worker gives it back', async () => {
      const db = await open()
      const id = await insertQueuedEmail(db, { outbox: { attempts: 5 } })
      const before = await readOutboxRow(db, id)
      await requeueEmail(db, await claimOne(db, 'a'))
      expect(await readOutboxRow(db, id)).toEqual(before)
    })

    test('and whose mail is sent has only its failed attempts counted', async () => {
      const db = await open()
      const id = await insertQueuedEmail(db, { outbox: { attempts: 5 } })
      await recordEmailSent(db, await claimOne(db, 'a'))
      expect(await readOutboxRow(db, id)).toMatchObject({ state: 'sent', attempts: 5 })
    })
  })

  test('what is given back is due at once, with nothing counted', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const before = await readOutboxRow(db, id)
    await requeueEmail(db, await claimOne(db, 'a'))
    expect(await readOutboxRow(db, id)).toEqual(before)
    expect(idsOf(await claimAs(db, 'b'))).toEqual([id])
  })

  test('a failure is counted and waits, and a success forgets its reason', async () => {
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
    later(30_000)
    await recordEmailSent(db, await claimOne(db, 'a'))
    expect(await readOutboxRow(db, id)).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
  })

  test('who is given up is dead', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    await recordDeliveryFailure(db, await claimOne(db, 'a'), { reason: 'ESOCKET', nextAttemptAt: undefined })
    expect(await readOutboxRow(db, id)).toMatchObject({ state: 'dead', attempts: 1, last_error: 'ESOCKET' })
    later(1_000 * LEASE)
    expect(await claimAs(db, 'a')).toEqual([])
  })

  test('workers that claim at once never have the same mail, and together have all', async () => {
    const db = await open()
    const queued: string[] = []
    for (let i = 0; i < 60; i++) queued.push(await insertQueuedEmail(db))
    const everything = async (worker: string): Promise<string[]> => {
      const ids = idsOf(await claimAs(db, worker, 3))
      return ids.length > 0 ? [...ids, ...(await everything(worker))] : []
    }
    const claimed = await Promise.all(['a', 'b', 'c', 'd'].map(everything))
    expect(claimed.flat().sort()).toEqual(queued.sort())
  })
})
