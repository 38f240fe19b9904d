import type { FastifyInstance } from 'fastify'
import { type ApiName, getApiName, type SpaceLimits } from './contentful-apis.ts'
import { RestError } from './rest-error.ts'

const LIMIT_HEADER = 'x-contentful-ratelimit-second-limit'
const REMAINING_HEADER = 'x-contentful-ratelimit-second-remaining'
const HOUR_LIMIT_HEADER = 'x-contentful-ratelimit-hour-limit'
const HOUR_REMAINING_HEADER = 'x-contentful-ratelimit-hour-remaining'

/** Response header: seconds until a rejected request can be retried. */
export const RATE_LIMIT_RESET_HEADER = 'x-contentful-ratelimit-reset'

/** Rate limit headers that CORS exposes to other origins. */
export const RATE_LIMIT_HEADERS = [
  LIMIT_HEADER,
  REMAINING_HEADER,
  HOUR_LIMIT_HEADER,
  HOUR_REMAINING_HEADER,
  RATE_LIMIT_RESET_HEADER,
]

/** Requests an hour of the management API in recorded responses. The limit is named, but not enforced. */
const REQUESTS_PER_HOUR = 36_000

/** Limit in the headers if there is none: clients that throttle themselves read it from every response. */
const UNLIMITED = 1_000

/** The counter of each API. Uploads count as requests to the management API; images are not counted. */
const COUNTERS: Readonly<Record<ApiName, 'management' | 'delivery' | 'preview' | 'graphql' | undefined>> = {
  management: 'management',
  upload: 'management',
  delivery: 'delivery',
  preview: 'preview',
  graphql: 'graphql',
  images: undefined,
}

/** One counter for each API with a rate limit. */
export type RequestCounters = ReturnType<typeof createRequestCounters>

/** Creates the counters of a server. */
export function createRequestCounters() {
  const clock = () => performance.now()
  return {
    management: createSecondCounter(clock),
    delivery: createSecondCounter(clock),
    preview: createSecondCounter(clock),
    graphql: createSecondCounter(clock),
    hour: createSecondCounter(() => clock() / 3_600),
  }
}

/**
 * Rejects requests above the limits, and adds the limit to every response (docs/contentful.md, Limits). `limits` is read
 * for each request.
 */
export function registerRateLimit(scope: FastifyInstance, limits: SpaceLimits, counters: RequestCounters): void {
  scope.addHook('onRequest', async (request, reply) => {
    const api = getApiName(request)
    const counterName = api && COUNTERS[api]
    const limit = counterName === 'management' ? limits.managementRequestsPerSecond : limits.deliveryRequestsPerSecond
    const { isAllowed, remaining }: RateLimitResult =
      counterName && limit !== null ? counters[counterName](limit) : { isAllowed: true, remaining: UNLIMITED }
    reply.header(LIMIT_HEADER, (counterName && limit) ?? UNLIMITED)
    reply.header(REMAINING_HEADER, remaining)
    if (counterName === 'management') {
      reply.header(HOUR_LIMIT_HEADER, REQUESTS_PER_HOUR)
      reply.header(HOUR_REMAINING_HEADER, counters.hour(REQUESTS_PER_HOUR).remaining)
    }
    if (isAllowed) return
    throw new RestError(
      'RateLimitExceeded',
      `Too many requests: the limit of the ${counterName} API is ${limit} per second`,
    )
  })
  // Not before: a route may respond 429 for another limit, and the error handler adds its reset time.
  scope.addHook('onSend', async (_, reply, payload) => {
    if (!reply.hasHeader(RATE_LIMIT_RESET_HEADER)) reply.header(RATE_LIMIT_RESET_HEADER, 0)
    return payload
  })
}

/** Whether a request is allowed, and how many more are allowed in this second. */
export interface RateLimitResult {
  readonly isAllowed: boolean
  readonly remaining: number
}

/**
 * Counts allowed requests per second of the clock (ms). A window that starts with the first request would reject clients
 * that keep the rate, because their first request takes longer to connect.
 */
export function createSecondCounter(clock: () => number): (limit: number) => RateLimitResult {
  let second = Number.NaN
  let count = 0
  return (limit) => {
    const now = Math.floor(clock() / 1_000)
    if (now !== second) count = 0
    second = now
    if (count >= limit) return { isAllowed: false, remaining: 0 }
    count += 1
    return { isAllowed: true, remaining: limit - count }
  }
}
