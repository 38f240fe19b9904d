import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createLoggedInVisitor,
  createTemporaryDatabase,
  createTestBackend,
  expectNoStoredMessages,
  expectProblem,
} from '#tests/setup/server/test-backend.ts'
import { mapDatabaseErrors } from './database-errors.ts'
import { HttpError } from './http-error.ts'

let database: Awaited<ReturnType<typeof createTemporaryDatabase>>

beforeEach(async () => {
  database = await createTemporaryDatabase()
})
afterEach(() => database.remove())

test('a message that meets a locked database is asked for again, and then taken', async () => {
  const { db, app } = createTestBackend(database.db)
  const guest = await createLoggedInVisitor(app)
  const key = '6f1d3a5e-8c43-4b0e-9d6f-2a9d5d6c1b7e'
  const other = new DatabaseSync(database.file)
  other.exec('begin immediate')
  const refused = await guest.send({ key })
  expectProblem(refused, 503, 'unavailable')
  expect(refused.headers['retry-after']).toBe('5')
  other.exec('rollback')
  other.close()
  await expectNoStoredMessages(db)
  expect((await guest.send({ key })).statusCode).toBe(202)
  expect(await db.selectFrom('outbox').select('state').execute()).toEqual([{ state: 'waiting' }])
})

test('a message whose mail cannot be put into the outbox is not stored', async () => {
  const { db, app } = createTestBackend(database.db)
  const guest = await createLoggedInVisitor(app)
  await db.schema.alterTable('outbox').renameTo('outbox_away').execute()
  expectProblem(await guest.send(), 503, 'unavailable')
  await db.schema.alterTable('outbox_away').renameTo('outbox').execute()
  await expectNoStoredMessages(db)
})

test('a refusal is not the database’s fault', async () => {
  const refusal = new HttpError('key_reused')
  await expect(mapDatabaseErrors(() => Promise.reject(refusal))).rejects.toBe(refusal)
})
