import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#server/database/schema.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import {
  createLoggedInVisitor,
  createTemporaryDatabase,
  createTestBackend,
  createVisitor,
} from '#tests/setup/server/test-backend.ts'
import { deleteExpiredRows, startExpiryCleanup } from './expiry-cleanup.ts'

const HOUR = 3_600_000

afterEach(() => {
  vi.useRealTimers()
})

async function rowCounts(db: Database) {
  const count = async (table: 'rate' | 'session' | 'used_captcha') => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  return { rate: await count('rate'), session: await count('session'), captcha: await count('used_captcha') }
}

const NO_ROWS = { rate: 0, session: 0, captcha: 0 }

test('deletes the rows of 10,000 failed logins from different addresses after their windows', async () => {
  const { db, remove } = await createTemporaryDatabase()
  onTestFinished(remove)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { app } = createTestBackend(db)
  const login = async (count: number) => {
    const from =
      count % 2 ? `10.${count >> 12}.${(count >> 4) & 255}.${count & 15}` : `2001:db8:${count.toString(16)}::1`
    return (await createVisitor(app).login({ from, body: { token: 'x' } })).statusCode
  }
  for (let count = 0; count < 1_000; count += 100) {
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, more) => login(count + more)))
    expect(new Set(statuses)).toEqual(new Set([403]))
  }
  expect((await rowCounts(db)).rate).toBeGreaterThan(3_000)
  // Other addresses cause the same rows. Each login takes several statements, so the other 9,000 are copies.
  for (let copy = 1; copy < 10; copy++) {
    await sql`insert into rate select key || ' copy ' || ${copy}, count, resets_at from rate where key not like '% copy %'`.execute(
      db,
    )
  }
  expect((await rowCounts(db)).rate).toBeGreaterThan(30_000)
  vi.setSystemTime(Date.now() + HOUR)
  await deleteExpiredRows(db)
  expect((await rowCounts(db)).rate, 'only daily windows remain').toBeLessThan(20_000)
  vi.setSystemTime(Date.now() + 23 * HOUR)
  await deleteExpiredRows(db)
  expect(await rowCounts(db)).toEqual(NO_ROWS)
})

describeOnEachDatabase('deleteExpiredRows', (open) => {
  test('deletes any number of expired sessions, captcha tokens and windows, and no others', async () => {
    const db = await open()
    const guest = await createLoggedInVisitor(createTestBackend(db).app)
    const kept = await rowCounts(db)
    const ids = Array.from({ length: 2_500 }, () => randomUUID())
    await db
      .insertInto('rate')
      .values(ids.map((key) => ({ key, count: 1, resets_at: Date.now() })))
      .execute()
    await db
      .insertInto('session')
      .values(ids.map((id) => ({ id, secret_hash: id, created_at: 1, expires_at: Date.now() })))
      .execute()
    await db
      .insertInto('used_captcha')
      .values(ids.map((token_hash) => ({ token_hash, expires_at: Date.now() })))
      .execute()
    await deleteExpiredRows(db)
    expect(await rowCounts(db)).toEqual(kept)
    expect((await guest.validate()).statusCode).toBe(204)
  })

  test('neither blocks requests nor is blocked by them', async () => {
    const db = await open()
    const other = await open()
    const { app } = createTestBackend(db)
    const guest = await createLoggedInVisitor(app)
    for (let round = 0; round < 5; round++) {
      await db.updateTable('rate').set({ resets_at: 1 }).execute()
      const work = Promise.all(Array.from({ length: 20 }, () => guest.send()))
      await Promise.all([deleteExpiredRows(other), deleteExpiredRows(db), work])
      expect((await work).map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(202))
    }
  })

  test('runs repeatedly, also after an error, until it is stopped', async () => {
    const db = await open()
    const log = { warn: vi.fn() }
    const { stop } = startExpiryCleanup({ db, log, intervalMs: 10 })
    onTestFinished(stop)
    const addExpiredRow = () => db.insertInto('rate').values({ key: randomUUID(), count: 1, resets_at: 1 }).execute()
    for (let again = 0; again < 3; again++) {
      await addExpiredRow()
      await expect.poll(() => rowCounts(db)).toEqual(NO_ROWS)
    }
    await db.schema.alterTable('rate').renameTo('gone').execute()
    await expect.poll(() => log.warn.mock.calls.length).toBeGreaterThan(1)
    await db.schema.alterTable('gone').renameTo('rate').execute()
    await addExpiredRow()
    await expect.poll(() => rowCounts(db)).toEqual(NO_ROWS)
    await stop()
    await addExpiredRow()
    await new Promise((later) => setTimeout(later, 100))
    expect((await rowCounts(db)).rate).toBe(1)
  })
})
