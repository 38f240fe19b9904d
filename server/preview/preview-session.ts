import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasPreviewSession } from './preview-cookie.ts'
import type { PreviewTokens } from './tickets.ts'

/** An error as GraphQL has them; everything below /preview that programs read is answered so. */
export const createGraphqlError = (message: string) => ({ errors: [{ message }] })

/** What is asked here is for editors alone, and answered anew each time. */
export function requirePreviewSession(session: FastifyInstance, tickets: PreviewTokens): void {
  session.setErrorHandler(answerError)
  session.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store, private', vary: 'Cookie' })
    if (hasPreviewSession(request, tickets)) return
    return reply.code(401).send(createGraphqlError('The preview has ended. Open it from the CMS again.'))
  })
}

/** The cookie goes along with requests of every site: which one asks is for the browser to say. */
export function isSameOriginRequest({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return URL.parse(headers.origin ?? '')?.host === host
}

function answerError(
  err: FastifyError,
  { method, routeOptions, log }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { statusCode = 500, message } = err
  if (statusCode < 500) return reply.code(statusCode).send(createGraphqlError(message))
  log.error({ method, route: routeOptions.url, err }, 'request failed')
  return reply.code(500).send(createGraphqlError('Something went wrong on the server.'))
}
