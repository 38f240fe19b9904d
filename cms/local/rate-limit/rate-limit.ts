import type { FastifyInstance } from 'fastify'
import { type ApiName, getApiName, type SpaceLimits } from '#cms/local/http/contentful-apis.ts'
import { RestError } from '#cms/local/http/rest-error.ts'

const [LIMIT, REMAINING] = ['x-contentful-ratelimit-second-limit', 'x-contentful-ratelimit-second-remaining'] as const

/** s until a request that was refused may come again */
export const RATE_LIMIT_RESET_HEADER = 'x-contentful-ratelimit-reset'

/** What a page of another origin may read of it. */
export const RATE_LIMIT_HEADERS = [LIMIT, REMAINING, RATE_LIMIT_RESET_HEADER]

/** Said where there is no limit: clients that pace themselves read it from every answer. */
const NO_LIMIT = 1_000

/** What counts together. Uploads are requests of the management API; pictures are not counted. */
const COUNTED: Readonly<Record<ApiName, 'management' | 'delivery' | 'preview' | 'graphql' | undefined>> = {
  management: 'management',
  upload: 'management',
  delivery: 'delivery',
  preview: 'preview',
  graphql: 'graphql',
  images: undefined,
}

/** Refuses what is above the limits, and says the limit with every answer (docs/contentful.md, Limits). `limits` is asked anew for each request. */
export function registerRateLimit(scope: FastifyInstance, limits: SpaceLimits): void {
  const clock = () => performance.now()
  const counters = {
    management: createSecondCounter(clock),
    delivery: createSecondCounter(clock),
    preview: createSecondCounter(clock),
    graphql: createSecondCounter(clock),
  }

  scope.addHook('onRequest', async (request, reply) => {
    const api = getApiName(request)
    const counted = api && COUNTED[api]
    const limit = counted === 'management' ? limits.managementRequestsPerSecond : limits.deliveryRequestsPerSecond
    const { isAllowed, remaining }: RateLimitResult =
      counted && limit !== null ? counters[counted](limit) : { isAllowed: true, remaining: NO_LIMIT }
    reply.header(LIMIT, (counted && limit) ?? NO_LIMIT)
    reply.header(REMAINING, remaining)
    if (isAllowed) return
    throw new RestError('RateLimitExceeded', `Too many requests: the ${counted} API takes ${limit} a second`)
  })
}

/** What is left of a second. */
export interface RateLimitResult {
  readonly isAllowed: boolean
  readonly remaining: number
}

/**
 * Counts what is granted in each second of the clock (ms), not in a second that begins with a request:
 * so a client that keeps to the rate does not fall out of it by the time that its first connection took.
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
