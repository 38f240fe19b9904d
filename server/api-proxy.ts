import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import fastifyHttpProxy from '@fastify/http-proxy'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { largestBody } from './contract.ts'
import { answerError, Refusal } from './http/problems.ts'

/** ms; longer than a visitor's browser waits. */
const PATIENCE = 20_000

/**
 * Hands what is asked below /api on to the backend, which learns for whom is asked; whom it believes is its own to say.
 * What cannot be handed on is answered in the form of the backend's own answers (contract.ts).
 */
export const apiProxy = (backend: string) => async (api: FastifyInstance) => {
  api.setErrorHandler(answerUnsent)
  api.addHook('onRequest', refuseLargeBody)
  await api.register(fastifyHttpProxy, {
    upstream: backend,
    prefix: '/api',
    undici: { connect: { timeout: 2_000 }, headersTimeout: PATIENCE, bodyTimeout: PATIENCE },
    replyOptions: {
      rewriteRequestHeaders: ({ socket }, headers) => ({
        ...headers,
        'x-forwarded-for': forwardedFor(headers, socket),
      }),
    },
  })
}

/** The backend would refuse it too, and hang up while the rest is being handed on: then its answer is lost. */
async function refuseLargeBody({ headers }: FastifyRequest): Promise<void> {
  if (Number(headers['content-length'] ?? 0) > largestBody) throw new Refusal('body_too_large')
}

function answerUnsent(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (error instanceof Refusal) return answerError(error, request, reply)
  const { statusCode = 500 } = error
  if (statusCode < 500) return reply.code(statusCode).send(new Refusal('malformed_request').body())
  // Who has left while the backend was asked is no failure.
  if (!reply.raw.destroyed) console.error(`The backend does not answer: ${error.message}`)
  // What nobody has read would be in the way of the connection's next request.
  if (!request.raw.complete) reply.header('connection', 'close')
  return answerError(new Refusal('unavailable', { cause: error, retryAfter: 5 }), request, reply)
}

/** Who stands next to this server, behind those who are said to stand before; not `ip`, which is the visitor's own already. */
const forwardedFor = (headers: IncomingHttpHeaders, { remoteAddress }: Socket) =>
  [headers['x-forwarded-for'] ?? [], remoteAddress ?? []].flat().join(', ')
