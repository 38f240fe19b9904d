import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import { getValuesAt } from '#local/engine/query-parameters.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import { callWebhook, isRetryableCall, type WebhookCall, type WebhookNotification } from './call-webhook.ts'
import { renderBody, renderText, type TransformationContext } from './transformation.ts'
import { type DispatchWebhooks, isSubscribed, type WebhookDefinition } from './webhook-definition.ts'
import { getSigningSecret } from './webhook-routes.ts'

/** Concurrent calls. Calls that wait for a retry do not count. */
const MAX_CONCURRENT_CALLS = 8

/** Calls kept in the log, of all webhooks together. */
const MAX_LOGGED_CALLS = 500

export type WebhookDispatcher = ReturnType<typeof createWebhookDispatcher>

/** Calls webhooks in the background. `retryDelaysMs`: delay before each retry. */
export function createWebhookDispatcher(store: SpaceStore, retryDelaysMs: readonly number[]) {
  let calls: readonly WebhookCall[] = []
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_CALLS })
  const closing = new AbortController()
  const aliasesOfRequest = new AsyncLocalStorage<readonly string[]>()
  const pendingByKey = new Map<string, Promise<void>>()

  /** Runs deliveries with the same key one by one, so that changes of a resource arrive in order. */
  function enqueue(key: string, deliver: () => Promise<void>): void {
    const pending = (pendingByKey.get(key) ?? Promise.resolve()).then(deliver).catch(logUnlessClosing)
    pendingByKey.set(key, pending)
    pending.finally(() => {
      if (pendingByKey.get(key) === pending) pendingByKey.delete(key)
    })
  }

  function logUnlessClosing(error: unknown): void {
    if (!closing.signal.aborted) console.error('local Contentful, a webhook:', error)
  }

  async function deliver(notification: WebhookNotification): Promise<void> {
    for (const delayMs of [0, ...retryDelaysMs]) {
      await pause(delayMs, undefined, { signal: closing.signal, ref: false })
      if (!store.webhooks.get(notification.webhook)?.draft.active) return
      const call = await queue.add(() => callWebhook(notification, getSigningSecret(store)?.value, closing.signal))
      calls = [call, ...calls].slice(0, MAX_LOGGED_CALLS)
      if (!isRetryableCall(call)) return
    }
  }

  const dispatch: DispatchWebhooks = (topic, entity) => {
    const aliases = aliasesOfRequest.getStore()
    const subscribed = store.webhooks.all().filter(({ draft }) => isSubscribed(draft, topic, entity, aliases))
    if (subscribed.length === 0) return
    const context = { payload: entity, topic: `ContentManagement.${topic}` }
    const untransformed = JSON.stringify(entity)
    const [entityId] = getValuesAt(entity, ['sys', 'id'])
    for (const { id, draft } of subscribed) {
      const body = (draft.transformation && renderBody(draft.transformation, context)) ?? untransformed
      const idempotencyKey = createHash('sha256').update(randomUUID()).digest('hex')
      const definition = renderUrlAndHeaders(draft, context)
      const notification = { webhook: id, definition, topic, body, idempotencyKey }
      enqueue(`${id} ${topic.split('.')[0]} ${entityId}`, () => deliver(notification))
    }
  }

  return {
    dispatch,
    /**
     * Handles a request to an environment by these aliases. Filters of webhooks match an alias only in requests that use
     * it (Contentful's documentation, Webhooks, Environment aliases).
     */
    runWithAliases: (aliases: readonly string[], handle: () => void) => aliasesOfRequest.run(aliases, handle),
    /** The latest calls of a webhook, the newest first. They are kept in memory only. */
    getCalls: (webhook: string) => calls.filter((call) => call.webhook === webhook),
    /** Cancels pending calls. They are not stored. */
    close: async () => {
      closing.abort()
      await Promise.all(pendingByKey.values())
    },
  }
}

/** Pointers in the URL can only be in its path, query or hash: with one in the host the definition is rejected. */
const renderUrlAndHeaders = (definition: WebhookDefinition, context: TransformationContext): WebhookDefinition => ({
  ...definition,
  url: renderText(definition.url, context),
  headers: definition.headers.map((header) => ({ ...header, value: renderText(header.value, context) })),
})
