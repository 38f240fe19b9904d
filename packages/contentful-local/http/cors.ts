import fastifyCors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findApi } from './contentful-apis.ts'
import { isLoopbackUrl } from './loopback-requests.ts'
import { RATE_LIMIT_HEADERS } from './rate-limit.ts'

/** Allows all origins to read content. Only pages of this machine may use the management API, because its token is public. */
export async function registerCors(apis: FastifyInstance): Promise<void> {
  const isAllowed = (request: FastifyRequest) => {
    const api = findApi(request)?.name
    return (api !== 'management' && api !== 'upload') || isLoopbackUrl(URL.parse(request.headers.origin ?? ''))
  }
  await apis.register(fastifyCors, {
    delegator: async (request: FastifyRequest) => ({
      origin: isAllowed(request) ? '*' : false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'x-contentful-request-id',
        'x-contentful-graphql-query-cost',
        ...Object.values(RATE_LIMIT_HEADERS),
      ],
      maxAge: 3_600,
    }),
  })
}
