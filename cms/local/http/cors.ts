import fastifyCors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RATE_LIMIT_HEADERS } from '#cms/local/rate-limit/rate-limit.ts'
import { getApiName } from './contentful-apis.ts'
import { isLoopbackHostname, isLoopbackUrl } from './loopback-requests.ts'
import { RestError } from './rest-error.ts'

/** A page whose own name was made to mean this machine would be of the same origin, and reach everything. */
export function rejectForeignHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ hostname }) => {
    if (isLoopbackHostname(hostname)) return
    throw new RestError('AccessDenied', `The local Contentful answers as 127.0.0.1 or localhost, not as "${hostname}"`)
  })
}

/** What pages of other origins may ask: to read, every page; to write, those of this machine, since everybody knows the token. */
export async function registerCors(apis: FastifyInstance): Promise<void> {
  await apis.register(fastifyCors, {
    delegator: async (request: FastifyRequest) => ({
      origin: mayAsk(request) ? '*' : false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['x-contentful-graphql-query-cost', ...RATE_LIMIT_HEADERS],
      maxAge: 3_600,
    }),
  })
}

function mayAsk(request: FastifyRequest): boolean {
  const api = getApiName(request)
  if (api !== 'management' && api !== 'upload') return true
  const page = URL.parse(request.headers.origin ?? '')
  return page !== null && isLoopbackUrl(page)
}
