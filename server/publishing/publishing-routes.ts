import type { FastifyInstance, FastifyRequest } from 'fastify'
import { verifySignature, type WebhookRequest } from './webhook-signature.ts'

interface PublishingRoutesOptions {
  /** Contentful's signing secret: 64 characters. */
  readonly secret: string
  /** Called for each signed publish, repeated ones included. Rejects when another server may not learn of it. */
  readonly onPublish: () => Promise<void>
}

const WEBHOOK_PATH = '/webhooks/contentful'

/** Value of Retry-After in seconds; enough for a restart of the database. */
const RETRY_AFTER_S = 30

/** Topics of events that change the published content. Saving a draft does not. */
const PUBLISHING_TOPIC = /^ContentManagement\.(Entry|Asset)\.(publish|unpublish|delete|archive|unarchive)$/

/** Adds the webhook route /webhooks/contentful. */
export function addPublishingRoutes(server: FastifyInstance, { secret, onPublish }: PublishingRoutesOptions): void {
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
      if (!isSigned) return reply.code(401).send()
      if (!PUBLISHING_TOPIC.test(String(headers['x-contentful-topic']))) return reply.send()
      try {
        await onPublish()
        return reply.code(202).send()
      } catch (err) {
        log.error({ err }, 'a publish cannot be recorded for the other servers')
        return reply.code(503).header('retry-after', RETRY_AFTER_S).send()
      }
    })
  })
}
