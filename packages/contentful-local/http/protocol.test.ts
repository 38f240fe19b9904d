import fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendError } from './protocol.ts'
import { RestError } from './rest-error.ts'

test('adds a reset time of 1 s to a 429 response unless it has one', async () => {
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
  const getResetHeader = async (url: string) => (await app.inject(url)).headers['x-contentful-ratelimit-reset']
  expect(await getResetHeader('/spaces/busy')).toBe('1')
  expect(await getResetHeader('/spaces/busier')).toBe('7')
  expect(await getResetHeader('/spaces/broken')).toBeUndefined()
})
