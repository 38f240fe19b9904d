import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { API_RESPONSE_HEADERS } from '#server/http/security-policies.ts'
import { expectProblem } from '#tests/setup/backend.ts'
import { HttpError, sendErrorResponse } from './http-error.ts'

test.each([
  ['an unexpected error', new TypeError('Cannot read "secret"'), 500, 'failed'],
  ['a cause', new HttpError('no_session', { reason: 'secret', cause: Error('secret') }), 401, 'no_session'],
])('responds to %s without details', async (_, error, status, code) => {
  const app = fastify()
  app.setErrorHandler(sendErrorResponse)
  app.get('/', (_, reply) => {
    reply.headers(API_RESPONSE_HEADERS)
    throw error
  })
  const response = await app.inject('/')
  expect(Object.keys(expectProblem(response, status, code))).toEqual(['code', 'message'])
  expect(response.body).not.toContain('secret')
})
