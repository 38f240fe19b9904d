import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { DispatchWebhooks, WebhookTopic } from '#local/engine/webhook-events.ts'
import { getValuesAt } from '#local/shared/get-values-at.ts'
import { runInLimitedTime } from '#local/shared/run-in-limited-time.ts'
import type { WebhookDefinition, WebhookFilter } from '#local/store/space-definitions.ts'
import type { SpaceStore } from '#local/store/space-store.ts'

/** Concurrent calls. Calls that wait for a retry do not count. */
const MAX_CONCURRENT_CALLS = 8

const TIMEOUT_MS = 30_000

/** Calls webhooks in the background. `retryDelaysMs`: delay before each retry. */
export function createWebhookDispatcher(space: SpaceStore, retryDelaysMs: readonly number[]) {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_CALLS })
  let canceling = new AbortController()
  const aliasesOfRequest = new AsyncLocalStorage<readonly string[]>()
  const pendingByKey = new Map<string, Promise<void>>()

  async function deliver(webhook: string, call: WebhookCall, signal: AbortSignal): Promise<void> {
    for (const delayMs of [0, ...retryDelaysMs]) {
      await sleep(delayMs, undefined, { signal, ref: false })
      if (!space.webhooks.get(webhook)?.draft.active) return
      const secret = space.signingSecrets.all()[0]?.draft.value
      const canRetry = await queue.add(() => callWebhook(call, secret, signal))
      if (!canRetry) return
    }
  }

  const dispatch: DispatchWebhooks = (topic, payload) => {
    for (const { id, draft: definition } of space.webhooks.all()) {
      if (!isSubscribed(definition, topic, payload, aliasesOfRequest.getStore())) continue
      const key = `${id} ${topic.split('.')[0]} ${getValuesAt(payload, ['sys', 'id'])}`
      const call = createCall(definition, topic, payload)
      const { signal } = canceling
      // Calls with the same key are made one by one, so that changes of a resource arrive in order.
      const pending = (pendingByKey.get(key) ?? Promise.resolve())
        .then(() => deliver(id, call, signal))
        .catch((error: unknown) => {
          if (!signal.aborted) console.error('local Contentful, a webhook:', error)
        })
        .finally(() => {
          if (pendingByKey.get(key) === pending) pendingByKey.delete(key)
        })
      pendingByKey.set(key, pending)
    }
  }

  return {
    dispatch,
    runWithAliases: (aliases: readonly string[], handle: () => void) => aliasesOfRequest.run(aliases, handle),
    /** Cancels pending calls. They are not stored. */
    cancelCalls: async () => {
      canceling.abort()
      canceling = new AbortController()
      await Promise.all(pendingByKey.values())
    },
  }
}

/** Whether a webhook receives a change. `aliases`: other ids of the environment that the request used. */
export function isSubscribed(
  { active, topics, filters }: WebhookDefinition,
  topic: WebhookTopic,
  payload: object,
  aliases: readonly string[] = [],
): boolean {
  const [type, event] = topic.split('.')
  const patterns = ['*.*', `${type}.*`, `*.${event}`, topic]
  const isIncluded = active && topics.some((pattern) => patterns.includes(pattern))
  return isIncluded && (filters ?? []).every((filter) => matchesFilter(filter, payload, aliases))
}

/** Processor time in ms for the pattern of a filter. Ids are short. */
const PATTERN_LIMIT_MS = 10

/** A filter, negated or not, never matches without its property in the payload, or if its pattern takes too long. */
function matchesFilter({ not, ...filter }: WebhookFilter, payload: object, aliases: readonly string[]): boolean {
  const { equals, in: oneOf, regexp } = not ?? filter
  const [{ doc }, expected] = equals ?? oneOf ?? regexp ?? [{ doc: 'sys.id' }, []]
  const [value] = getValuesAt(payload, doc.split('.'))
  if (typeof value !== 'string') return false
  const values = doc === 'sys.environment.sys.id' ? [value, ...aliases] : [value]
  let isMatch = false
  const testValues = () => {
    isMatch = values.some((text) =>
      typeof expected === 'object' && 'pattern' in expected
        ? new RegExp(expected.pattern).test(text)
        : [expected].flat().includes(text),
    )
  }
  return runInLimitedTime(testValues, PATTERN_LIMIT_MS) && isMatch !== (not !== undefined)
}

type WebhookCall = ReturnType<typeof createCall>

/** Creates the request after a change. All attempts send the same one. Headers of the definition replace ours. */
function createCall(definition: WebhookDefinition, topic: WebhookTopic, payload: object) {
  const { name, url, httpBasicUsername: user, httpBasicPassword: password } = definition
  const credentials = Buffer.from(`${user}:${password ?? ''}`).toString('base64')
  /** Their names are lower-case. */
  const headers: Readonly<Record<string, string>> = {
    'content-type': 'application/vnd.contentful.management.v1+json',
    ...(user === null ? {} : { authorization: `Basic ${credentials}` }),
    ...Object.fromEntries(definition.headers.map(({ key, value }) => [key.toLowerCase(), value])),
    'x-contentful-topic': `ContentManagement.${topic}`,
    'x-contentful-webhook-name': name,
    'x-contentful-idempotency-key': createHash('sha256').update(randomUUID()).digest('hex'),
  }
  return { url, headers, body: JSON.stringify(payload) }
}

/** Calls a webhook once. Returns whether to repeat it: after no response, 429 or 5xx. Throws only if canceled. `secret` signs it. */
async function callWebhook(call: WebhookCall, secret: string | undefined, canceling: AbortSignal) {
  const { url, headers, body } = call
  // A stream is sent without `Content-Length` (Contentful's documentation, Webhook transformations).
  const sentBody = { body: new Blob([body]).stream(), duplex: 'half' as const }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...(secret ? createSignatureHeaders(secret, call) : {}) },
      ...sentBody,
      signal: AbortSignal.any([canceling, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'manual', // a redirect can lead to another machine
    })
    await response.body?.cancel()
    return response.status === 429 || response.status >= 500
  } catch {
    canceling.throwIfAborted()
    return true
  }
}

/** Creates the headers that sign a request (docs/contentful.md, Webhooks). */
function createSignatureHeaders(secret: string, { url, headers, body }: WebhookCall) {
  const names = [...Object.keys(headers), 'x-contentful-signed-headers', 'x-contentful-timestamp'].sort()
  const signingHeaders = { 'x-contentful-signed-headers': names.join(','), 'x-contentful-timestamp': `${Date.now()}` }
  const signedHeaders = new Map(Object.entries({ ...headers, ...signingHeaders }))
  const lines = names.map((name) => `${name}:${signedHeaders.get(name)?.trim()}`)
  // The path is encoded as the official verification does: first the whole query, then the path and query again.
  const { pathname, search } = new URL(url)
  const [, query] = search.split('?')
  const encodedPath = encodeURI(query ? `${pathname}?${encodeURIComponent(query)}` : pathname)
  const payload = ['POST', encodedPath, lines.join(';'), body].join('\n')
  return { ...signingHeaders, 'x-contentful-signature': createHmac('sha256', secret).update(payload).digest('hex') }
}
