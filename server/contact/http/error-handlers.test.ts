import { fastify } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createLoggedInVisitor,
  createTemporaryDatabase,
  createTestBackend,
  expectNoStoredMessages,
  expectProblem,
} from '#tests/setup/server/test-backend.ts'
import { API_RESPONSE_HEADERS } from './error-handlers.ts'
import { HttpError, sendErrorResponse } from './http-error.ts'

describe('sendErrorResponse', () => {
  async function respondTo(handle: () => unknown) {
    const app = fastify()
    app.setErrorHandler(sendErrorResponse)
    app.get('/', { handlerTimeout: 100 }, async (_, reply) => {
      reply.headers(API_RESPONSE_HEADERS)
      return handle()
    })
    return app.inject('/')
  }

  test.each([
    ['an unexpected error', new TypeError('Cannot read "secret"'), 500, 'failed'],
    [
      'a reason and a cause',
      new HttpError('no_session', { reason: 'secret', cause: Error('secret') }),
      401,
      'no_session',
    ],
  ])('responds to %s without details', async (_, error, status, code) => {
    const response = await respondTo(() => Promise.reject(error))
    expect(Object.keys(expectProblem(response, status, code))).toEqual(['code', 'message'])
    expect(response.body).not.toContain('secret')
  })

  test('responds with 503 when the handler times out', async () => {
    const response = await respondTo(() => new Promise((resolve) => setTimeout(resolve, 10_000, 'too late').unref()))
    expectProblem(response, 503, 'unavailable')
    expect(response.headers['retry-after']).toBe('5')
  })
})

test('a message whose email cannot be queued is not stored, and is accepted later', async () => {
  const { db, remove } = await createTemporaryDatabase()
  onTestFinished(remove)
  const guest = await createLoggedInVisitor(createTestBackend(db).app)
  const key = '6f1d3a5e-8c43-4b0e-9d6f-2a9d5d6c1b7e'
  await db.schema.alterTable('outbox').renameTo('outbox_away').execute()
  const response = await guest.send({ key })
  expectProblem(response, 503, 'unavailable')
  expect(response.headers['retry-after']).toBe('5')
  await db.schema.alterTable('outbox_away').renameTo('outbox').execute()
  await expectNoStoredMessages(db)
  expect((await guest.send({ key })).statusCode).toBe(202)
})
