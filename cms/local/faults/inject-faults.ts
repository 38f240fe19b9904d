import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getApiName } from '#cms/local/http/contentful-apis.ts'
import { toErrorResponse } from '#cms/local/http/protocol.ts'
import { RestError } from '#cms/local/http/rest-error.ts'
import { RATE_LIMIT_RESET_HEADER } from '#cms/local/rate-limit/rate-limit.ts'
import type { ActiveFaults, RequestFault, ResponseFault } from './active-faults.ts'
import { truncateBody } from './truncate-body.ts'

/** Lets every request to an API of this scope meet the trouble that is on. */
export function injectFaults(scope: FastifyInstance, trouble: ActiveFaults): void {
  const waiting = new WeakMap<FastifyRequest, ResponseFault>()

  scope.addHook('onRequest', async (request, reply) => {
    const api = getApiName(request)
    if (!api) return undefined
    const { delay, before, after } = trouble.drawFaults(api)
    if (delay > 0) await pause(delay, undefined, { ref: false })
    if (request.raw.socket.destroyed) return reply.hijack()
    if (after) waiting.set(request, after)
    return before && answerInstead(before, request, reply)
  })

  scope.addHook('onSend', async (request, reply, payload) => {
    const after = waiting.get(request)
    if (!after) return payload
    waiting.delete(request) // an error that comes of it is an answer too, and passes
    return spoilt(after, payload, request, reply)
  })
}

const SIGN_IN = '<!doctype html><title>Sign in</title><h1>Sign in to use this network</h1>'

function answerInstead(trouble: RequestFault, request: FastifyRequest, reply: FastifyReply) {
  switch (trouble.kind) {
    case 'cutConnections':
      request.raw.socket.destroy()
      return reply.hijack()
    case 'html':
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(SIGN_IN)
    case 'rateLimit':
      reply.header(RATE_LIMIT_RESET_HEADER, trouble.seconds)
      throw new RestError('RateLimitExceeded', 'Too many requests, as it was asked for')
    case 'expiredTokens':
      throw new RestError('AccessTokenInvalid', 'The access token has expired, as it was asked for')
    case 'serverErrors':
      throw serverError(trouble.status)
  }
}

function spoilt(trouble: ResponseFault, payload: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  if (trouble.kind === 'cutBodies') return truncateBody(payload, request, reply)
  if (payload instanceof Readable) payload.destroy()
  if (trouble.kind === 'cutConnections') {
    request.raw.socket.destroy()
    return null
  }
  const { status, type, body } = toErrorResponse(serverError(trouble.status), request)
  reply.removeHeader('content-length').code(status).type(type).header('cache-control', 'no-store')
  return JSON.stringify(body)
}

const SERVER_ERRORS = {
  500: 'ServerError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
} as const

const serverError = (status: keyof typeof SERVER_ERRORS) =>
  new RestError(SERVER_ERRORS[status], `The server fails with ${status}, as it was asked for`)
