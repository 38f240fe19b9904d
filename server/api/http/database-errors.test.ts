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

test('responds with 503 while the database is locked, and accepts the message later', async () => {
  const { db, app } = createTestBackend(database.db)
  const guest = await createLoggedInVisitor(app)
  const key = '6f1d3a5e-8c43-4b0e-9d6f-2a9d5d6c1b7e'
  const other = new DatabaseSync(database.file)
  other.exec('begin immediate')
  const response = await guest.send({ key })
  expectProblem(response, 503, 'unavailable')
  expect(response.headers['retry-after']).toBe('5')
  other.exec('rollback')
  other.close()
  await expectNoStoredMessages(db)
  expect((await guest.send({ key })).statusCode).toBe(202)
  expect(await db.selectFrom('outbox').select('state').execute()).toEqual([{ state: 'waiting' }])
})

test('does not store a message whose email cannot be queued', async () => {
  const { db, app } = createTestBackend(database.db)
  const guest = await createLoggedInVisitor(app)
  await db.schema.alterTable('outbox').renameTo('outbox_away').execute()
  expectProblem(await guest.send(), 503, 'unavailable')
  await db.schema.alterTable('outbox_away').renameTo('outbox').execute()
  await expectNoStoredMessages(db)
})

test('rethrows an HttpError', async () => {
  const httpError = new HttpError('key_reused')
  await expect(mapDatabaseErrors(() => Promise.reject(httpError))).rejects.toBe(httpError)
})
