import type { FastifyInstance } from 'fastify'
import { type ApiName, getApiName } from '#cms/local/http/contentful-apis.ts'
import { RestError } from '#cms/local/http/rest-error.ts'
import type { SpaceLimits } from '#cms/local/limits.ts'
import { createSecondCounter, type RateLimitResult } from './second-counter.ts'

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
