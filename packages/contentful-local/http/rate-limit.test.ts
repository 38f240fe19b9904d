import fastify from 'fastify'
import { expect, test } from 'vitest'
import { DEFAULT_SPACE_LIMITS } from './contentful-apis.ts'
import { sendError } from './protocol.ts'
import { createRequestCounters, createSecondCounter, registerRateLimit } from './rate-limit.ts'
import { RestError } from './rest-error.ts'

test('allows the limit in each second of the clock and does not count rejected requests', () => {
  let time = 5_999
  const take = createSecondCounter(2, () => time)
  expect(take()).toEqual({ limit: 2, remaining: 1, isAllowed: true })
  time = 6_000
  expect([take(), take(), take()]).toEqual([
    { limit: 2, remaining: 1, isAllowed: true },
    { limit: 2, remaining: 0, isAllowed: true },
    { limit: 2, remaining: 0, isAllowed: false },
  ])
  time = 6_999
  expect(take().isAllowed).toBe(false)
  time = 7_000
  expect(take()).toEqual({ limit: 2, remaining: 1, isAllowed: true })
})

test('the reset time is 0 s unless a request was rejected, also by another limit', async () => {
  await using app = fastify()
  app.setErrorHandler(sendError)
  registerRateLimit(app, createRequestCounters(DEFAULT_SPACE_LIMITS))
  app.get('/spaces/idle', async () => 'idle')
  app.get('/spaces/busy', async () => {
    throw new RestError('RateLimitExceeded', 'At most 5 bulk actions can be active at once')
  })
  const getResetHeader = async (url: string) => (await app.inject(url)).headers['x-contentful-ratelimit-reset']
  expect(Number(await getResetHeader('/spaces/idle'))).toBe(0)
  expect(Number(await getResetHeader('/spaces/busy'))).toBe(1)
})
