import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getApiName, getBearerToken } from '#local/http/contentful-apis.ts'
import { prepareErrorResponse } from '#local/http/protocol.ts'
import { RATE_LIMIT_HEADERS } from '#local/http/rate-limit.ts'
import { RestError } from '#local/http/rest-error.ts'
import type { ActiveFaults } from './active-faults.ts'
import { parseFaults } from './fault-settings.ts'

/** Adds hooks that apply the active faults to every request of this scope. */
export function injectFaults(scope: FastifyInstance, faults: ActiveFaults): void {
  const responseFaults = new WeakMap<FastifyRequest, ReturnType<ActiveFaults['drawFaults']>['after']>()

  scope.addHook('onRequest', async (request, reply) => {
    const api = getApiName(request)
    if (!api) return undefined
    const { delayMs, before, after, resetSeconds } = faults.drawFaults(api)
    if (delayMs > 0) await pause(delayMs, undefined, { ref: false })
    responseFaults.set(request, after)
    if (before === 'cutConnections') request.raw.socket.destroy()
    if (request.raw.socket.destroyed) return reply.hijack()
    if (before instanceof RestError) {
      if (before.id === 'RateLimitExceeded') reply.header(RATE_LIMIT_HEADERS.reset, resetSeconds)
      throw before
    }
    if (before === undefined) return undefined
    // The sign-in page of a network.
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    return reply.send('<!doctype html><title>Sign in</title><h1>Sign in to use this network</h1>')
  })

  scope.addHook('onSend', async (request, reply, payload) => {
    const fault = responseFaults.get(request)
    responseFaults.delete(request) // an error that the fault causes passes this hook again
    if (fault === undefined) return payload
    if (fault === 'cutBodies') return truncateBody(payload, request, reply)
    if (payload instanceof Readable) payload.destroy()
    if (fault instanceof RestError) {
      for (const name of ['content-length', 'content-encoding', 'etag']) reply.removeHeader(name)
      return JSON.stringify(prepareErrorResponse(fault, request, reply))
    }
    request.raw.socket.destroy()
    return null
  })
}

/** Sends half of a body with the length of the whole, then closes the connection. Without a body it closes at once. */
function truncateBody(payload: unknown, request: FastifyRequest, reply: FastifyReply) {
  const content = typeof payload === 'string' ? Buffer.from(payload) : payload
  const length = Buffer.isBuffer(content) ? content.length : Number(reply.getHeader('content-length') ?? 0)
  const chunks = Buffer.isBuffer(content) ? [content] : content instanceof Readable ? content : []
  if (length < 2 || request.method === 'HEAD') {
    request.raw.socket.destroy()
    return payload
  }
  reply.header('content-length', length)
  return Readable.from(readThenFail(chunks, Math.floor(length / 2)))
}

async function* readThenFail(chunks: Iterable<Buffer> | AsyncIterable<Buffer>, byteCount: number) {
  let remaining = byteCount
  for await (const chunk of chunks) {
    const part = chunk.subarray(0, remaining)
    remaining -= part.length
    yield part
    if (remaining === 0) break
  }
  await pause(20) // the written half leaves before the connection closes
  throw new Error('The connection is closed (injected fault)')
}

const PATH = '/local/faults'

/** The fault injection API. It has no CORS headers, so pages of other origins cannot call it, and no faults itself. */
export async function faultRoutes(
  scope: FastifyInstance,
  { faults, token }: { readonly faults: ActiveFaults; readonly token: string },
) {
  scope.addHook('onRequest', async (request) => {
    if (getBearerToken(request) !== token)
      throw new RestError('AccessTokenInvalid', `${PATH} needs the management token: Authorization: Bearer …`)
  })

  scope.get(PATH, async () => faults.report())

  scope.put(PATH, async ({ body }) => {
    faults.set(parseFaults(body))
    return faults.report()
  })

  scope.delete(PATH, async (_, reply) => {
    faults.set({})
    return reply.code(204).send()
  })

  // Without this route the CORS plugin of the other APIs would answer the preflight request.
  scope.options(PATH, async () => {
    throw new RestError('NotFound', `The local Contentful has no OPTIONS ${PATH}`)
  })
}
