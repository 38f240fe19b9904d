import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { expectProblem } from '#tests/setup/server/test-backend.ts'
import { API_RESPONSE_HEADERS } from './error-handlers.ts'
import { HttpError, sendErrorResponse } from './http-error.ts'

async function answerTo(error: unknown) {
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
  const answers = [await app.inject('/'), await app.inject('/slow')] as const
  await app.close()
  return answers
}

test('a fault of ours is said to be one, and not which', async () => {
  const [answer] = await answerTo(new TypeError('Cannot read properties of undefined (reading "ada@engine.example")'))
  expect(expectProblem(answer, 500, 'failed')).toEqual({
    code: 'failed',
    message: 'Something went wrong on the server. Please try again.',
  })
})

test('a reason and a cause are for the log alone', async () => {
  const [answer] = await answerTo(new HttpError('captcha_refused', { reason: 'low score', cause: new Error('secret') }))
  expectProblem(answer, 403, 'captcha_refused')
  expect(answer.body).not.toMatch(/score|secret/)
})

test('what takes too long is not waited for', async () => {
  const [, answer] = await answerTo(new Error())
  expectProblem(answer, 503, 'unavailable')
  expect(answer.headers['retry-after']).toBe('5')
})
