import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#server/database/schema.ts'
import { createTestBackend, createTestDatabase } from '#tests/setup/backend.ts'
import { createLoggedInVisitor } from '#tests/setup/messages.ts'
import { deleteExpiredRows, startExpiryCleanup } from './expiry-cleanup.ts'

const HOUR_MS = 3_600_000

async function countRows(db: Database) {
  const count = async (table: 'rate' | 'session' | 'used_captcha') =>
    (await db.selectFrom(table).selectAll().execute()).length
  return { rate: await count('rate'), session: await count('session'), captcha: await count('used_captcha') }
}

test('§12.29 deletes any number of expired rows, those of a wrong clock included, and no others', async () => {
  const { db } = await createTestDatabase()
  vi.useFakeTimers({ toFake: ['Date'] }) // rows of rates end within seconds
  onTestFinished(() => void vi.useRealTimers())
  const limits = { LOGIN_REQUESTS_PER_ADDRESS: 300, LOGIN_REQUESTS_PER_NETWORK: 1_500 } // of higher ones a row ends at once
  const guest = await createLoggedInVisitor(createTestBackend(db, {}, { limits }).app)
  await guest.send()
  const kept = await countRows(db)
  expect(kept).toEqual({ rate: 10, session: 1, captcha: 1 })
  const now = Date.now()
  const ids = Array.from({ length: 2_500 }, () => randomUUID())
  const windows = ids.map((key, index) => ({ key, count: 1, resets_at: index % 2 ? now : now + 25 * HOUR_MS }))
  await db.insertInto('rate').values(windows).execute()
  const sessions = ids.map((id) => ({ id, secret_hash: id, created_at: 1, expires_at: now }))
  await db.insertInto('session').values(sessions).execute()
  const tokens = ids.map((token_hash) => ({ token_hash, expires_at: now }))
  await db.insertInto('used_captcha').values(tokens).execute()
  await deleteExpiredRows(db)
  expect(await countRows(db)).toEqual(kept)
  expect((await guest.validate()).statusCode).toBe(204)
})

test('the cleanup runs at once and repeatedly, also after an error, until it is stopped', async () => {
  const { db } = await createTestDatabase()
  const addExpiredRow = () => db.insertInto('rate').values({ key: randomUUID(), count: 1, resets_at: 1 }).execute()
  const log = { warn: vi.fn() }
  await addExpiredRow()
  const { stop } = startExpiryCleanup({ db, log, intervalMs: 10 })
  await expect.poll(() => countRows(db)).toMatchObject({ rate: 0 })
  await db.schema.alterTable('rate').renameTo('gone').execute()
  await expect.poll(() => log.warn.mock.calls.length).toBeGreaterThan(1)
  const warning = 'expired rows cannot be deleted, will be retried'
  expect(log.warn.mock.calls[0]).toEqual([{ reason: 'SQL logic error' }, warning])
  await db.schema.alterTable('gone').renameTo('rate').execute()
  await addExpiredRow()
  await expect.poll(() => countRows(db)).toMatchObject({ rate: 0 })
  await stop()
  await addExpiredRow()
  expect(await countRows(db)).toMatchObject({ rate: 1 })
})
