import { createHmac, randomUUID } from 'node:crypto'
import { readBodyUpTo } from '#cms/local/http/loopback-requests.ts'
import { isSuccessfulCall, type WebhookCall } from './webhook-calls.ts'
import type { WebhookDefinition } from './webhook-definition.ts'

/** ms */
const LONGEST_ANSWER_TIME = 30_000

/** bytes of an answer that are kept */
const LARGEST_ANSWER = 200_000

/** A change that a webhook is told of: written once, so that a second attempt says the same. */
export interface WebhookNotification {
  readonly webhook: string
  readonly definition: WebhookDefinition
  /** `Entry.publish` */
  readonly topic: string
  readonly body: string
  /** The same for every attempt, so that a receiver knows what it has already. */
  readonly idempotencyKey: string
}

/** Calls a webhook once. Says what became of it; throws only when `closing` ends it. */
export async function callWebhook(
  notice: WebhookNotification,
  secret: string | undefined,
  closing: AbortSignal,
): Promise<WebhookCall> {
  const { webhook, definition, topic, body } = notice
  const { url } = definition
  const headers = headersOf(notice)
  const { pathname, search } = new URL(url)
  const signature = secret
    ? createSignatureHeaders(secret, { method: 'POST', path: pathname + search, headers, body })
    : {}
  const requestAt = new Date().toISOString()
  const call = {
    id: randomUUID(),
    webhook,
    eventType: topic.split('.')[1] ?? topic,
    url,
    requestAt,
    request: { headers: { ...headers, ...hidden(definition), ...signature }, body },
  }
  const ended = (statusCode: number, response: WebhookCall['response'], errors: readonly string[]): WebhookCall => ({
    ...call,
    responseAt: new Date().toISOString(),
    statusCode,
    response,
    errors,
  })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...signature },
      body,
      redirect: 'manual', // it could lead away from this machine
      signal: AbortSignal.any([closing, AbortSignal.timeout(LONGEST_ANSWER_TIME)]),
    })
    const text = (await readBodyUpTo(response, LARGEST_ANSWER)).toString()
    const answer = { headers: Object.fromEntries(response.headers), body: text }
    return ended(response.status, answer, response.ok ? [] : [`The receiver answered ${response.status}`])
  } catch (error) {
    closing.throwIfAborted()
    return ended(0, { headers: {}, body: '' }, [reasonOf(error)])
  }
}

/** Whether a later attempt may do better: there was no answer, or one that asks for time. */
export const isRetryableCall = (call: WebhookCall): boolean =>
  !isSuccessfulCall(call) && (call.statusCode === 0 || call.statusCode === 429 || call.statusCode >= 500)

/** Names are lower-case: a header of the definition stands in place of ours. */
function headersOf({ definition, topic, idempotencyKey }: WebhookNotification): Record<string, string> {
  return {
    'content-type': 'application/vnd.contentful.management.v1+json',
    ...Object.fromEntries(definition.headers.map(({ key, value }) => [key.toLowerCase(), value])),
    'x-contentful-topic': `ContentManagement.${topic}`,
    'x-contentful-webhook-name': definition.name,
    'x-contentful-idempotency-key': idempotencyKey,
  }
}

const hidden = ({ headers }: WebhookDefinition): Record<string, string> =>
  Object.fromEntries(headers.filter(({ secret }) => secret).map(({ key }) => [key.toLowerCase(), '(secret)']))

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

/** What is signed of a request. Names of headers are lower-case. */
interface SignedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The headers that sign a request (docs/contentful.md, Webhooks). `timestamp` in ms. */
export function createSignatureHeaders(
  secret: string,
  { method, path, headers, body }: SignedRequest,
  timestamp: number = Date.now(),
): Readonly<Record<string, string>> {
  const names = [...Object.keys(headers), 'x-contentful-signed-headers', 'x-contentful-timestamp'].sort()
  const added = { 'x-contentful-signed-headers': names.join(','), 'x-contentful-timestamp': `${timestamp}` }
  const signed = new Map(Object.entries({ ...headers, ...added }))
  const lines = names.map((name) => `${name}:${signed.get(name)?.trim()}`)
  const text = [method, encodedPath(path), lines.join(';'), body].join('\n')
  return { ...added, 'x-contentful-signature': createHmac('sha256', secret).update(text).digest('hex') }
}

/** As the official check encodes what it is given: the query in one piece, and then the whole once more. */
function encodedPath(path: string): string {
  const [pathname = '', query] = path.split('?')
  return encodeURI(query ? `${pathname}?${encodeURIComponent(query)}` : pathname)
}
