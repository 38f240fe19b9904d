import { DatabaseSync } from 'node:sqlite'
import { fastify } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createLoggedInVisitor,
  createTemporaryDatabase,
  createTestBackend,
  expectNoStoredMessages,
  expectProblem,
} from '#tests/setup/server/test-backend.ts'
import { API_RESPONSE_HEADERS } from './error-handlers.ts'
import { HttpError, mapDatabaseErrors, sendErrorResponse } from './http-error.ts'

async function respondTo(error: unknown) {
  const app = fastify({ handlerTimeout: 100 })
  app.setErrorHandler(sendErrorResponse)
  app.get('/', async (_, reply) => {
    reply.headers(API_RESPONSE_HEADERS)
    throw error
  })
  app.get('/slow', async (_, reply) => {
    reply.headers(API_RESPONSE_HEADERS)
    return new Promise((resolve) => setTimeout(resolve, 10_000, 'too late').unref())
  })
  const responses = [await app.inject('/'), await app.inject('/slow')] as const
  await app.close()
  return responses
}

describe('sendErrorResponse', () => {
  test('responds with 500 without details to an unexpected error', async () => {
    const [response] = await respondTo(
      new TypeError('Cannot read properties of undefined (reading "ada@engine.example")'),
    )
    expect(expectProblem(response, 500, 'failed')).toEqual({
      code: 'failed',
      message: 'Something went wrong on the server. Please try again.',
    })
  })

  test('does not send reason and cause', async () => {
    const [response] = await respondTo(
      new HttpError('captcha_refused', { reason: 'low score', cause: new Error('secret') }),
    )
    expectProblem(response, 403, 'captcha_refused')
    expect(response.body).not.toMatch(/score|secret/)
  })

  test('responds with 503 when the handler times out', async () => {
    const [, response] = await respondTo(new Error())
    expectProblem(response, 503, 'unavailable')
    expect(response.headers['retry-after']).toBe('5')
  })
})

describe('mapDatabaseErrors', () => {
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
})
