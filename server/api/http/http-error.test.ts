import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { expectProblem } from '#tests/setup/server/test-backend.ts'
import { API_RESPONSE_HEADERS } from './error-handlers.ts'
import { HttpError, sendErrorResponse } from './http-error.ts'

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
