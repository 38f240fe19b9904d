import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { API_RESPONSE_HEADERS } from '#server/http/security-policies.ts'
import { expectProblem } from '#tests/setup/backend.ts'
import { HttpError, sendErrorResponse } from './http-error.ts'

describe('sendErrorResponse', () => {
  async function respondTo(handle: () => unknown) {
    const app = fastify()
    app.setErrorHandler(sendErrorResponse)
    app.get('/', async (_, reply) => {
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
})
