import fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendError } from './protocol.ts'
import { RestError } from './rest-error.ts'

test('every 429 says when to come again: in a second, or what was said before', async () => {
  await using app = fastify()
  app.setErrorHandler(sendError)
  app.get('/spaces/busy', async () => {
    throw new RestError('RateLimitExceeded', 'Busy')
  })
  app.get('/spaces/busier', async (_, reply) => {
    reply.header('x-contentful-ratelimit-reset', 7)
    throw new RestError('RateLimitExceeded', 'Busier')
  })
  app.get('/spaces/broken', async () => {
    throw new RestError('BadGateway', 'Broken')
  })
  const resetOf = async (url: string) => (await app.inject(url)).headers['x-contentful-ratelimit-reset']
  expect(await resetOf('/spaces/busy')).toBe('1')
  expect(await resetOf('/spaces/busier')).toBe('7')
  expect(await resetOf('/spaces/broken')).toBeUndefined()
})
