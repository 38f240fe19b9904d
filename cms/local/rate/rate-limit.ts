import type { FastifyInstance } from 'fastify'
import { type Api, apiOf } from '#cms/local/api-of.ts'
import type { Limits } from '#cms/local/limits.ts'
import { RestError } from '#cms/local/rest-error.ts'
import { type Granted, secondCounter } from './second-counter.ts'

const [LIMIT, REMAINING] = ['x-contentful-ratelimit-second-limit', 'x-contentful-ratelimit-second-remaining'] as const

/** s until a request that was refused may come again */
export const RESET = 'x-contentful-ratelimit-reset'

/** What a page of another origin may read of it. */
export const RATE_HEADERS = [LIMIT, REMAINING, RESET]

/** Said where there is no limit: clients that pace themselves read it from every answer. */
const NO_LIMIT = 1_000

/** What counts together. Uploads are requests of the management API; pictures are not counted. */
const COUNTED: Readonly<Record<Api, 'management' | 'delivery' | 'preview' | 'graphql' | undefined>> = {
  management: 'management',
  upload: 'management',
  delivery: 'delivery',
  preview: 'preview',
  graphql: 'graphql',
  images: undefined,
}

/** Refuses what is above the limits, and says the limit with every answer (contentful.md, Limits). `limits` is asked anew for each request. */
export function rateLimit(scope: FastifyInstance, limits: Limits): void {
  const clock = () => performance.now()
  const counters = {
    management: secondCounter(clock),
    delivery: secondCounter(clock),
    preview: secondCounter(clock),
    graphql: secondCounter(clock),
  }

  scope.addHook('onRequest', async (request, reply) => {
    const api = apiOf(request)
    const counted = api && COUNTED[api]
    const limit = counted === 'management' ? limits.managementRequestsPerSecond : limits.deliveryRequestsPerSecond
    const { isGranted, remaining }: Granted =
      counted && limit !== null ? counters[counted](limit) : { isGranted: true, remaining: NO_LIMIT }
    reply.header(LIMIT, (counted && limit) ?? NO_LIMIT)
    reply.header(REMAINING, remaining)
    if (isGranted) return
    throw new RestError('RateLimitExceeded', `Too many requests: the ${counted} API takes ${limit} a second`)
  })
}
