import type { IncomingHttpHeaders } from 'node:http'
import fastifyHttpProxy from '@fastify/http-proxy'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { largestBody, type Problem } from './contract.ts'

/** ms; longer than a visitor's browser waits. */
const PATIENCE = 20_000

/**
 * Hands what is asked below /api on to the backend, which learns for whom is asked; whom it believes is its own to say.
 * What cannot be handed on is answered in the form of the backend's own answers (contract.ts).
 */
export const apiProxy = (backend: string) => async (api: FastifyInstance) => {
  api.setErrorHandler((error: FastifyError, _, reply) => {
    const { statusCode = 500 } = error
    if (statusCode >= 500) return unavailable(reply, error)
    return refuse(reply, statusCode, { code: 'malformed_request', message: 'The request cannot be read.' })
  })
  api.addHook('onRequest', refuseLargeBody)
  await api.register(fastifyHttpProxy, {
    upstream: backend,
    prefix: '/api',
    undici: { connect: { timeout: 2_000 }, headersTimeout: PATIENCE, bodyTimeout: PATIENCE },
    replyOptions: {
      rewriteRequestHeaders: ({ ip }, headers) => ({ ...headers, 'x-forwarded-for': forwardedFor(headers, ip) }),
    },
  })
}

/** The backend would refuse it too, and hang up while the rest is being handed on: then its answer is lost. */
async function refuseLargeBody({ headers }: FastifyRequest, reply: FastifyReply) {
  if (Number(headers['content-length'] ?? 0) <= largestBody) return
  return refuse(reply, 413, { code: 'body_too_large', message: 'The request is too large.' })
}

function unavailable(reply: FastifyReply, error: Error) {
  // Who has left while the backend was asked is no failure.
  if (!reply.raw.destroyed) console.error(`The backend does not answer: ${error.message}`)
  reply.header('retry-after', 5)
  // What nobody has read would be in the way of the connection's next request.
  if (!reply.request.raw.complete) reply.header('connection', 'close')
  return refuse(reply, 503, {
    code: 'unavailable',
    message: 'The server is not available. Please try again.',
  })
}

const refuse = (reply: FastifyReply, status: number, problem: Problem) =>
  reply.code(status).header('cache-control', 'no-store').send(problem)

const forwardedFor = (headers: IncomingHttpHeaders, ip: string) =>
  [headers['x-forwarded-for'] ?? [], ip].flat().join(', ')
