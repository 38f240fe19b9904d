import fastifyCors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RATE_LIMIT_HEADERS } from '#cms/local/rate-limit/rate-limit.ts'
import { getApiName } from './contentful-apis.ts'
import { isLoopbackHostname, isLoopbackUrl } from './loopback-requests.ts'
import { RestError } from './rest-error.ts'

/** Rejects requests for other host names, against DNS rebinding: such a page would have the same origin as this server. */
export function rejectForeignHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ hostname }) => {
    if (isLoopbackHostname(hostname)) return
    throw new RestError(
      'AccessDenied',
      `The local Contentful responds to requests for 127.0.0.1 or localhost, not for "${hostname}"`,
    )
  })
}

/** Allows all origins to read content. Only pages of this machine may use the management API, because its token is public. */
export async function registerCors(apis: FastifyInstance): Promise<void> {
  await apis.register(fastifyCors, {
    delegator: async (request: FastifyRequest) => ({
      origin: isAllowedOrigin(request) ? '*' : false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['x-contentful-graphql-query-cost', ...RATE_LIMIT_HEADERS],
      maxAge: 3_600,
    }),
  })
}

function isAllowedOrigin(request: FastifyRequest): boolean {
  const api = getApiName(request)
  if (api !== 'management' && api !== 'upload') return true
  const origin = URL.parse(request.headers.origin ?? '')
  return origin !== null && isLoopbackUrl(origin)
}
