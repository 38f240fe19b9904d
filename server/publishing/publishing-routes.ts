import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createConcurrencyLimit } from '#server/http/connection-limits.ts'
import { getClientAddress } from '#server/http/network-address.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { parseWebhookChange } from './content-change.ts'
import type { PublishingOptions } from './publishing-options.ts'
import { createMemoryPublishingStore } from './publishing-store.ts'
import { verifySignature } from './webhook-signature.ts'

const PATH = '/webhooks/contentful'

/** bytes; Contentful sends no larger entity (docs/contentful.md, Limits). */
const LARGEST_CALL = 1_000_000

const SECRET_LENGTH = 64

/** Of one address. A body is in memory before its signature is checked, so strangers may send only so many at a time. */
const MAX_CONCURRENT_CALLS = 20

/** s; a database that restarts is usually back by then. */
const RETRY_AFTER = 30

/**
 * Hears of what editors publish, at /webhooks/contentful, and makes the pages follow. A request is accepted when its
 * change is stored; one that was accepted before, by any server, changes nothing. Throws `UserError` for a secret that
 * no request could be signed with.
 */
export function addPublishingRoutes(server: FastifyInstance, options: PublishingOptions): void {
  const { secret, rebuilds, store = createMemoryPublishingStore() } = options
  if (secret.length !== SECRET_LENGTH)
    throw new UserError(
      `CONTENTFUL_WEBHOOK_SECRET has ${secret.length} characters: set it to Contentful’s signing secret, of ${SECRET_LENGTH}`,
    )
  server.addHook('onReady', async () => store.subscribe(rebuilds.enqueue))
  server.addHook('onClose', async () => {
    await store.close()
    await rebuilds.close()
  })
  server.register(async (calls) => {
    calls.removeAllContentTypeParsers()
    // As text: the signature is over what was sent.
    calls.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: LARGEST_CALL },
      async (_: unknown, body: string) => body,
    )
    calls.setErrorHandler(({ statusCode = 500 }: { statusCode?: number }, _, reply) => said(reply, statusCode))
    calls.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    limitConcurrency(calls)
    calls.post<{ Body: string | undefined }>(PATH, async ({ url, headers, body = '' }, reply) => {
      if (!verifySignature(secret, { path: url, headers, body }, Date.now())) return said(reply, 401)
      const change = parseWebhookChange(headers['x-contentful-topic']?.toString(), body)
      if (!change) return said(reply, 200)
      try {
        const isNew = await store.announce({ requestKeys: namesOf(headers), change })
        return said(reply, isNew ? 202 : 200)
      } catch (error) {
        console.error(`A published change cannot be stored: ${getErrorMessage(error)}`)
        return said(reply.header('retry-after', RETRY_AFTER), 503)
      }
    })
    calls.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: PATH,
      handler: (_, reply) => said(reply.header('allow', 'POST'), 405),
    })
  })
}

function limitConcurrency(calls: FastifyInstance): void {
  const limit = createConcurrencyLimit(MAX_CONCURRENT_CALLS)
  calls.addHook('onRequest', async (request, reply) => {
    const address = getClientAddress(request)
    if (!limit.start(address)) return said(reply.headers({ 'retry-after': RETRY_AFTER, connection: 'close' }), 503)
    reply.raw.once('close', () => limit.end(address))
  })
}

/** Contentful signs a repeat anew, under the same key; a replay by somebody else has the same signature. */
const NAME_HEADERS = ['x-contentful-signature', 'x-contentful-idempotency-key']

const namesOf = (headers: IncomingHttpHeaders): readonly string[] =>
  NAME_HEADERS.flatMap((header) => (headers[header] ? [`${header}: ${headers[header]}`] : []))

const TEXTS: Readonly<Record<number, string>> = {
  200: 'Nothing to do',
  202: 'The pages will follow',
  401: 'Not signed by Contentful',
  405: 'Only POST',
  413: 'Too large',
  503: 'Not stored: send it again',
}

const said = (reply: FastifyReply, status: number) =>
  reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .send(TEXTS[status] ?? 'Not understood')
