import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

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

/** A webhook request as it was received. */
interface WebhookRequest {
  /** Path with query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Its chunks; read once. */
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Seconds after which a signature is refused. */
export const SIGNATURE_LIFETIME_S = 300

/** The signature of a request. It is accepted in this form only, so each signed request has exactly one. */
const getSignature = (headers: IncomingHttpHeaders): string => String(headers[SIGNATURE_HEADER] ?? '').trim()

const SIGNATURE_HEADER = 'x-contentful-signature'
const SIGNED_NAMES_HEADER = 'x-contentful-signed-headers'
const TIMESTAMP_HEADER = 'x-contentful-timestamp'

/**
 * Verifies Contentful's signature of a POST request: hex HMAC-SHA256 over method, path, signed headers and body. Accepts
 * what `verifyRequest` of @contentful/node-apps-toolkit accepts (tests/contract/webhook-signature.test.ts), and in
 * addition refuses requests that were signed in the future. Reads the body in any case. `now` in ms.
 */
export async function verifySignature(
  secret: string,
  { path, headers, body }: WebhookRequest,
  now: number,
): Promise<boolean> {
  const hmac = startHmac(secret, path, headers, now)
  for await (const chunk of body) hmac?.update(chunk)
  const expected = Buffer.from(hmac?.digest('hex') ?? '')
  const actual = Buffer.from(getSignature(headers))
  return hmac !== undefined && actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** The HMAC of all that comes before the body; `undefined` when the headers cannot be those of a valid request. */
function startHmac(secret: string, path: string, headers: IncomingHttpHeaders, now: number): Hmac | undefined {
  const received = new Map(Object.entries(headers).map(([name, value]) => [name, String(value).trim()]))
  const getHeader = (name: string) => received.get(name) ?? ''
  const timestamp = Number.parseInt(getHeader(TIMESTAMP_HEADER), 10)
  const age = now - timestamp
  if (!(age < SIGNATURE_LIFETIME_S * 1000 && age >= -SIGNATURE_LIFETIME_S * 1000)) return undefined // NaN without a timestamp
  const names = getHeader(SIGNED_NAMES_HEADER).split(',')
  if (names.length < 2) return undefined

  // Both headers are always part of the signature, in normalized form, even when they are not listed.
  const signed = new Map([...received].filter(([name]) => names.includes(name)))
  const sortedNames = [...new Set([...signed.keys(), SIGNED_NAMES_HEADER, TIMESTAMP_HEADER])].sort()
  signed.set(SIGNED_NAMES_HEADER, sortedNames.join(',')).set(TIMESTAMP_HEADER, `${timestamp}`)
  const headerLines = sortedNames.map((name) => `${name}:${signed.get(name)}`).join(';')
  return createHmac('sha256', secret).update(['POST', encodePath(path), headerLines, ''].join('\n'))
}

/** Encodes as Contentful does: the query as one component, and then the result again. */
function encodePath(path: string): string {
  const [pathname = '', query] = path.split('?')
  return encodeURI(query ? `${pathname}?${encodeURIComponent(query)}` : pathname)
}
