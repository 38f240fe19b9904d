import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createConcurrencyLimit } from '#server/http/connection-limits.ts'
import { getClientAddress } from '#server/http/network-address.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { parseWebhookChange } from './content-change.ts'
import { createMemoryPublishingStore, type PublishingStore } from './publishing-store.ts'
import type { RebuildQueue } from './rebuild-queue.ts'
import { verifySignature } from './webhook-signature.ts'

/** What the web server needs to update pages when editors publish. */
export interface PublishingOptions {
  /** Contentful's signing secret: 64 characters. */
  readonly secret: string
  readonly rebuilds: RebuildQueue
  /**
   * State that the web servers of the site share; in memory by default. With a deploy hook each server uses the memory
   * store, because one call of the hook is enough for all servers.
   */
  readonly store?: PublishingStore
}

const WEBHOOK_PATH = '/webhooks/contentful'

/** bytes; more than Contentful's largest entity (docs/contentful.md, Limits). */
const MAX_BODY_BYTES = 1_000_000

const SECRET_LENGTH = 64

/** Per client address. A body is in memory before its signature is verified, so unverified senders get a limit. */
const MAX_CONCURRENT_REQUESTS = 20

/** Value of Retry-After in seconds; enough for a restart of the database. */
const RETRY_AFTER_S = 30

/**
 * Adds the webhook route /webhooks/contentful. A request is accepted when its change is stored; a repeat of a request
 * that any server has accepted has no effect. Throws `UserError` for a secret of the wrong length.
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
  server.register(async (webhooks) => {
    webhooks.removeAllContentTypeParsers()
    // As text, because the signature covers the exact body.
    webhooks.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      async (_: unknown, body: string) => body,
    )
    webhooks.setErrorHandler(({ statusCode = 500 }: { statusCode?: number }, _, reply) => sendStatus(reply, statusCode))
    webhooks.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    limitConcurrency(webhooks)
    webhooks.post<{ Body: string | undefined }>(WEBHOOK_PATH, async ({ url, headers, body = '' }, reply) => {
      if (!verifySignature(secret, { path: url, headers, body }, Date.now())) return sendStatus(reply, 401)
      const change = parseWebhookChange(headers['x-contentful-topic']?.toString(), body)
      if (!change) return sendStatus(reply, 200)
      try {
        const isNew = await store.announce({ requestKeys: getRequestKeys(headers), change })
        return sendStatus(reply, isNew ? 202 : 200)
      } catch (error) {
        console.error(`A published change cannot be stored: ${getErrorMessage(error)}`)
        return sendStatus(reply.header('retry-after', RETRY_AFTER_S), 503)
      }
    })
    webhooks.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: WEBHOOK_PATH,
      handler: (_, reply) => sendStatus(reply.header('allow', 'POST'), 405),
    })
  })
}

function limitConcurrency(server: FastifyInstance): void {
  const limit = createConcurrencyLimit(MAX_CONCURRENT_REQUESTS)
  server.addHook('onRequest', async (request, reply) => {
    const address = getClientAddress(request)
    if (!limit.start(address)) {
      return sendStatus(reply.headers({ 'retry-after': RETRY_AFTER_S, connection: 'close' }), 503)
    }
    reply.raw.once('close', () => limit.end(address))
  })
}

/** Contentful signs each retry again, with the same idempotency key. A replay by an attacker has the same signature. */
const REQUEST_KEY_HEADERS = ['x-contentful-signature', 'x-contentful-idempotency-key']

const getRequestKeys = (headers: IncomingHttpHeaders): readonly string[] =>
  REQUEST_KEY_HEADERS.flatMap((header) => (headers[header] ? [`${header}: ${headers[header]}`] : []))

/** Response bodies, which Contentful shows in the log of a webhook. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'Nothing to do',
  202: 'The pages will follow',
  401: 'Not signed by Contentful',
  405: 'Only POST',
  413: 'Too large',
  503: 'Not stored: send it again',
}

const sendStatus = (reply: FastifyReply, status: number) =>
  reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .send(STATUS_TEXTS[status] ?? 'Not understood')
