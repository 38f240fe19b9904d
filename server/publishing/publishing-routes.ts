import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getSignature, verifySignature, type WebhookRequest } from './webhook-signature.ts'

interface PublishingRoutesOptions {
  /** Contentful's signing secret: 64 characters. */
  readonly secret: string
  /** Called once for each signed request of a publish. Rejects when another server may not learn of it. */
  readonly onPublish: () => Promise<void>
}

const WEBHOOK_PATH = '/webhooks/contentful'

/** Value of Retry-After in seconds; enough for a restart of the database. */
const RETRY_AFTER_S = 30

/** Topics of events that change the published content. Saving a draft does not. */
const PUBLISHING_TOPIC = /^ContentManagement\.(Entry|Asset)\.(publish|unpublish|delete|archive|unarchive)$/

/** Requests that are remembered: more than Contentful sends while a signature is accepted. */
const MAX_REMEMBERED = 10_000

/**
 * Calls `onPublish` once for each signature, because whoever has recorded a request can send it again until its signature
 * expires. A repeated request has the outcome of the first one, unless that failed: then it is one more attempt. Publishes
 * differ in their signature, which contains the time in ms and the body.
 */
function callOnce(onPublish: PublishingRoutesOptions['onPublish']) {
  const calls = new Map<string, Promise<void>>()
  return (signature: string): Promise<void> => {
    const known = calls.get(signature)
    if (known) return known
    const call = onPublish()
    calls.set(signature, call)
    call.catch(() => calls.delete(signature))
    const [oldest] = calls.size > MAX_REMEMBERED ? calls.keys() : []
    if (oldest !== undefined) calls.delete(oldest)
    return call
  }
}

/** Adds the webhook route /webhooks/contentful. */
export function addPublishingRoutes(server: FastifyInstance, { secret, onPublish }: PublishingRoutesOptions): void {
  const publishOnce = callOnce(onPublish)
  server.register(async (webhooks) => {
    webhooks.removeAllContentTypeParsers()
    // The body is not kept: the signature is computed while it arrives, so that no sender can fill the memory.
    webhooks.addContentTypeParser('*', async ({ url, headers }: FastifyRequest, body: WebhookRequest['body']) =>
      verifySignature(secret, { path: url, headers, body }, Date.now()),
    )
    webhooks.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    webhooks.post<{ Body: boolean | undefined }>(WEBHOOK_PATH, async ({ headers, body: isSigned, log }, reply) => {
      if (!isSigned) {
        log.warn('a webhook is refused: its signature does not fit CONTENTFUL_WEBHOOK_SECRET')
        return reply.code(401).send()
      }
      if (!PUBLISHING_TOPIC.test(String(headers['x-contentful-topic']))) return reply.send()
      try {
        await publishOnce(getSignature(headers))
        return reply.code(202).send()
      } catch (error) {
        log.error({ err: error }, 'a publish cannot be recorded for the other servers')
        return reply.code(503).header('retry-after', RETRY_AFTER_S).send()
      }
    })
  })
}
