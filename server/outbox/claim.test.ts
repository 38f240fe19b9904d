import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#server/database/tables.ts'
import { describeOnEachDatabase } from '#tests/setup/databases.ts'
import { outboxRow, queueMail } from '#tests/setup/outbox.ts'
import { type Claim, claimDue, recordFailure, recordSent, release } from './claim.ts'

const LEASE = 120_000
const start = new Date('2026-03-01T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => vi.useRealTimers())

const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const claimAs = (db: Database, worker: string, limit = 10) => claimDue(db, { worker, limit, lease: LEASE })
const idsOf = (claims: readonly Claim[]) => claims.map(({ messageId }) => messageId)

async function claimOne(db: Database, worker: string): Promise<Claim> {
  const [claim, ...others] = await claimAs(db, worker)
  if (!claim || others.length > 0) throw new Error(`There is not one mail but ${others.length + (claim ? 1 : 0)}`)
  return claim
}

describeOnEachDatabase('Claims', (open) => {
  test('a mail comes with its whole message', async () => {
    const db = await open()
    const message = `${'😀'.repeat(5_000)}\r\nשלום`
    const messageId = await queueMail(db, { name: "O'Hara", email: 'o@hara.example', message })
    const now = start.getTime()
    expect(await claimOne(db, 'a')).toEqual({
      messageId,
      name: "O'Hara",
      email: 'o@hara.example',
      message,
      receivedAt: now,
      queuedAt: now,
      attempts: 0,
      leasedBy: 'a',
      leasedUntil: now + LEASE,
    })
  })

  test('those that are due, the oldest first, and no more than wanted', async () => {
    const db = await open()
    const first = await queueMail(db)
    later(1)
    const second = await queueMail(db)
    later(1)
    const third = await queueMail(db)
    await queueMail(db, { outbox: { next_attempt_at: Date.now() + 1 } })
    await queueMail(db, { outbox: { state: 'sent' } })
    await queueMail(db, { outbox: { state: 'dead' } })
    expect(idsOf(await claimAs(db, 'a', 2))).toEqual([first, second])
    expect(idsOf(await claimAs(db, 'b'))).toEqual([third])
    expect(await claimAs(db, 'b')).toEqual([])
  })

  test('a lease keeps others off until it has passed', async () => {
    const db = await open()
    const id = await queueMail(db)
    await claimOne(db, 'a')
    later(LEASE - 1)
    expect(await claimAs(db, 'b')).toEqual([])
    later(1)
    expect(idsOf([await claimOne(db, 'b')])).toEqual([id])
  })

  test('whose lease was taken over writes nothing', async () => {
    const db = await open()
    const id = await queueMail(db)
    const lost = await claimOne(db, 'a')
    later(LEASE)
    const taken = await claimOne(db, 'b')
    const before = await outboxRow(db, id)
    expect(await recordSent(db, lost)).toBe(false)
    expect(await recordFailure(db, lost, { reason: 'ESOCKET', nextAttemptAt: undefined })).toBe(false)
    await release(db, lost)
    expect(await outboxRow(db, id)).toEqual(before)
    expect(await recordSent(db, taken)).toBe(true)
  })

  test('an earlier lease of the same worker is no lease either', async () => {
    const db = await open()
    await queueMail(db)
    const lost = await claimOne(db, 'a')
    later(LEASE)
    const taken = await claimOne(db, 'a')
    expect(await recordSent(db, lost)).toBe(false)
    expect(await recordSent(db, taken)).toBe(true)
  })

  test('a lease that has passed and that nobody took still counts', async () => {
    const db = await open()
    const id = await queueMail(db)
    const claim = await claimOne(db, 'a')
    later(2 * LEASE)
    expect(await recordSent(db, claim)).toBe(true)
    expect(await outboxRow(db, id)).toMatchObject({
      state: 'sent',
      sent_at: Date.now(),
      leased_by: null,
      leased_until: null,
    })
    expect(await claimAs(db, 'b')).toEqual([])
  })

  test('what is given back is due at once, with nothing counted', async () => {
    const db = await open()
    const id = await queueMail(db)
    const before = await outboxRow(db, id)
    await release(db, await claimOne(db, 'a'))
    expect(await outboxRow(db, id)).toEqual(before)
    expect(idsOf(await claimAs(db, 'b'))).toEqual([id])
  })

  test('a failure is counted and waits, and a success forgets its reason', async () => {
    const db = await open()
    const id = await queueMail(db)
    const nextAttemptAt = Date.now() + 30_000
    await recordFailure(db, await claimOne(db, 'a'), { reason: 'ETIMEDOUT CONN', nextAttemptAt })
    expect(await outboxRow(db, id)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      next_attempt_at: nextAttemptAt,
      last_error: 'ETIMEDOUT CONN',
      leased_by: null,
    })
    expect(await claimAs(db, 'a')).toEqual([])
    later(30_000)
    await recordSent(db, await claimOne(db, 'a'))
    expect(await outboxRow(db, id)).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
  })

  test('who is given up is dead', async () => {
    const db = await open()
    const id = await queueMail(db)
    await recordFailure(db, await claimOne(db, 'a'), { reason: 'ESOCKET', nextAttemptAt: undefined })
    expect(await outboxRow(db, id)).toMatchObject({ state: 'dead', attempts: 1, last_error: 'ESOCKET' })
    later(1_000 * LEASE)
    expect(await claimAs(db, 'a')).toEqual([])
  })

  test('workers that claim at once never have the same mail, and together have all', async () => {
    const db = await open()
    const queued: string[] = []
    for (let i = 0; i < 60; i++) queued.push(await queueMail(db))
    const everything = async (worker: string): Promise<string[]> => {
      const ids = idsOf(await claimAs(db, worker, 3))
      return ids.length > 0 ? [...ids, ...(await everything(worker))] : []
    }
    const claimed = await Promise.all(['a', 'b', 'c', 'd'].map(everything))
    expect(claimed.flat().sort()).toEqual(queued.sort())
  })
})
