import fastifyCors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getApiName } from './contentful-apis.ts'
import { isLoopbackUrl } from './loopback-requests.ts'
import { RATE_LIMIT_HEADERS } from './rate-limit.ts'

/** Normalizes an origin, for example `HTTPS://App.example/` to `https://app.example`. Keeps `*`. Throws for anything else. */
export function parseOrigin(text: string): string {
  if (text === '*') return text
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && !url.hostname.includes('*'))
    return url.origin
  throw new TypeError(
    `"${text}" is not an origin: use scheme and host, for example https://app.example, or * for all origins`,
  )
}

/**
 * Allows all origins to read content. Only pages of this machine and of the allowed origins may use the management API,
 * because its token is public. Throws for an allowed origin that is none.
 */
export async function registerCors(apis: FastifyInstance, allowedOrigins: readonly string[]): Promise<void> {
  const origins = allowedOrigins.map(parseOrigin)
  const isAllowed = (request: FastifyRequest) => {
    const api = getApiName(request)
    if (api !== 'management' && api !== 'upload') return true
    const origin = URL.parse(request.headers.origin ?? '')
    return origin !== null && (isLoopbackUrl(origin) || origins.includes('*') || origins.includes(origin.origin))
  }
  await apis.register(fastifyCors, {
    delegator: async (request: FastifyRequest) => ({
      origin: isAllowed(request) ? '*' : false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'etag',
        'x-contentful-request-id',
        'x-contentful-graphql-query-cost',
        ...Object.values(RATE_LIMIT_HEADERS),
      ],
      maxAge: 3_600,
    }),
  })
}
