import type { FastifyInstance } from 'fastify'
import { RestError } from '#local/engine/rest-error.ts'
import { findApi, type SpaceLimits } from './contentful-apis.ts'

/** Response headers. `reset` is the number of seconds until a rejected request can be retried. */
export const RATE_LIMIT_HEADERS = {
  limit: 'x-contentful-ratelimit-second-limit',
  remaining: 'x-contentful-ratelimit-second-remaining',
  hourLimit: 'x-contentful-ratelimit-hour-limit',
  hourRemaining: 'x-contentful-ratelimit-hour-remaining',
  reset: 'x-contentful-ratelimit-reset',
} as const

/** Requests an hour of the management API in recorded responses. The limit is named, but not enforced. */
const REQUESTS_PER_HOUR = 36_000

/** Limit in the headers if there is none: clients that throttle themselves read it from every response. */
const UNLIMITED = 1_000

/** Creates a counter for each API. Uploads count as requests to the management API; files are not limited. */
export function createRequestCounters({ managementRequestsPerSecond, deliveryRequestsPerSecond }: SpaceLimits) {
  const management = createSecondCounter(managementRequestsPerSecond)
  return {
    management,
    upload: management,
    delivery: createSecondCounter(deliveryRequestsPerSecond),
    preview: createSecondCounter(deliveryRequestsPerSecond),
    graphql: createSecondCounter(deliveryRequestsPerSecond),
    images: createSecondCounter(Number.POSITIVE_INFINITY),
    hour: createSecondCounter(REQUESTS_PER_HOUR, () => performance.now() / 3_600),
  }
}

/** Rejects requests above the limits, and adds the limit to every response (docs/contentful.md, Limits). */
export function registerRateLimit(scope: FastifyInstance, counters: ReturnType<typeof createRequestCounters>): void {
  scope.addHook('onRequest', async (request, reply) => {
    const api = findApi(request)?.name
    const isManagement = api === 'management' || api === 'upload'
    const { limit, remaining, isAllowed } = counters[api ?? 'images']()
    reply.header(RATE_LIMIT_HEADERS.limit, Math.min(limit, UNLIMITED))
    reply.header(RATE_LIMIT_HEADERS.reset, isAllowed ? 0 : 1) // limits are per second (docs/contentful.md, Limits)
    reply.header(RATE_LIMIT_HEADERS.remaining, Math.min(remaining, UNLIMITED))
    if (isManagement) {
      reply.header(RATE_LIMIT_HEADERS.hourLimit, REQUESTS_PER_HOUR)
      reply.header(RATE_LIMIT_HEADERS.hourRemaining, counters.hour().remaining)
    }
    if (isAllowed) return
    const name = isManagement ? 'management' : api
    throw new RestError('RateLimitExceeded', `Too many requests: the limit of the ${name} API is ${limit} per second`)
  })
}

/**
 * Counts allowed requests per second of the clock (ms). A window that starts with the first request would reject clients
 * that keep the rate, because their first request takes longer to connect.
 */
export function createSecondCounter(limit: number, clock = () => performance.now()) {
  let second = Number.NaN
  let count = 0
  return () => {
    const now = Math.floor(clock() / 1_000)
    if (now !== second) count = 0
    second = now
    const isAllowed = count < limit
    if (isAllowed) count += 1
    return { limit, remaining: limit - count, isAllowed }
  }
}
