import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { DispatchWebhooks } from '#local/engine/webhook-events.ts'
import { getValuesAt } from '#local/shared/get-values-at.ts'
import type { WebhookDefinition } from '#local/store/space-definitions.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import { callWebhook, type WebhookCall } from './call-webhook.ts'
import { isSubscribed } from './is-subscribed.ts'

/** Concurrent calls. Calls that wait for a retry do not count. */
const MAX_CONCURRENT_CALLS = 8

/** Calls webhooks in the background. `retryDelaysMs`: delay before each retry. */
export function createWebhookDispatcher(space: SpaceStore, retryDelaysMs: readonly number[]) {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_CALLS })
  const closing = new AbortController()
  const aliasesOfRequest = new AsyncLocalStorage<readonly string[]>()
  const pendingByKey = new Map<string, Promise<void>>()

  /** Makes calls with the same key one by one, so that changes of a resource arrive in order. */
  function enqueue(key: string, webhook: string, call: WebhookCall): void {
    const pending = (pendingByKey.get(key) ?? Promise.resolve())
      .then(() => deliver(webhook, call))
      .catch((error: unknown) => {
        if (!closing.signal.aborted) console.error('local Contentful, a webhook:', error)
      })
      .finally(() => {
        if (pendingByKey.get(key) === pending) pendingByKey.delete(key)
      })
    pendingByKey.set(key, pending)
  }

  async function deliver(webhook: string, call: WebhookCall): Promise<void> {
    for (const delayMs of [0, ...retryDelaysMs]) {
      await sleep(delayMs, undefined, { signal: closing.signal, ref: false })
      if (!space.webhooks.get(webhook)?.draft.active) return
      const secret = space.signingSecrets.all()[0]?.draft.value
      const canRetry = await queue.add(() => callWebhook(call, secret, closing.signal))
      if (!canRetry) return
    }
  }

  const dispatch: DispatchWebhooks = (topic, payload) => {
    for (const { id, draft: definition } of space.webhooks.all()) {
      if (!isSubscribed(definition, topic, payload, aliasesOfRequest.getStore())) continue
      const key = `${id} ${topic.split('.')[0]} ${getValuesAt(payload, ['sys', 'id'])}`
      enqueue(key, id, {
        url: definition.url,
        headers: createHeaders(definition, topic),
        body: JSON.stringify(payload),
      })
    }
  }

  return {
    dispatch,
    runWithAliases: (aliases: readonly string[], handle: () => void) => aliasesOfRequest.run(aliases, handle),
    /** Cancels pending calls. They are not stored. */
    close: async () => {
      closing.abort()
      await Promise.all(pendingByKey.values())
    },
  }
}

/** Headers of the definition replace ours. */
function createHeaders(definition: WebhookDefinition, topic: string): Readonly<Record<string, string>> {
  const { name, headers, httpBasicUsername: user, httpBasicPassword: password } = definition
  const credentials = Buffer.from(`${user}:${password ?? ''}`).toString('base64')
  return {
    'content-type': 'application/vnd.contentful.management.v1+json',
    ...(user === null ? {} : { authorization: `Basic ${credentials}` }),
    ...Object.fromEntries(headers.map(({ key, value }) => [key.toLowerCase(), value])),
    'x-contentful-topic': `ContentManagement.${topic}`,
    'x-contentful-webhook-name': name,
    'x-contentful-idempotency-key': createHash('sha256').update(randomUUID()).digest('hex'),
  }
}
