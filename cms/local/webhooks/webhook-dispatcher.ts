import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { SpaceStore } from '#local/store/store.ts'
import { callWebhook, isRetryableCall, type WebhookNotification } from './call-webhook.ts'
import { renderBody, renderText, type TransformationContext } from './transformation.ts'
import { createWebhookCallLog, type WebhookCallLog } from './webhook-calls.ts'
import { type DispatchWebhooks, isSubscribed, type WebhookDefinition } from './webhook-definition.ts'
import { getSigningSecret } from './webhook-routes.ts'

/** Concurrent calls. Calls that wait for a retry do not count. */
const MAX_CONCURRENT_CALLS = 8

export interface WebhookDispatcher {
  readonly dispatch: DispatchWebhooks
  /**
   * Handles a request to an environment by these aliases. Filters of webhooks match an alias only in requests that use
   * it (Contentful's documentation, Webhooks, Environment aliases).
   */
  readonly runWithAliases: (aliases: readonly string[], handle: () => void) => void
  readonly callLog: WebhookCallLog
  /** Cancels pending calls. They are not stored. */
  readonly close: () => Promise<void>
}

/** Calls webhooks in the background. `retryDelaysMs`: delay before each retry. */
export function createWebhookDispatcher(store: SpaceStore, retryDelaysMs: readonly number[]): WebhookDispatcher {
  const callLog = createWebhookCallLog()
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
      const call = await queue.add(() => callWebhook(notification, getSigningSecret(store), closing.signal))
      callLog.add(call)
      if (!isRetryableCall(call)) return
    }
  }

  return {
    callLog,
    runWithAliases: (aliases, handle) => aliasesOfRequest.run(aliases, handle),
    dispatch: (topic, entity) => {
      const aliases = aliasesOfRequest.getStore()
      const subscribed = store.webhooks.all().filter(({ draft }) => isSubscribed(draft, topic, entity, aliases))
      if (subscribed.length === 0) return
      const untransformed = JSON.stringify(entity)
      for (const { id, draft } of subscribed) {
        const context = { payload: entity, topic: `ContentManagement.${topic}` }
        const transformed = draft.transformation ? renderBody(draft.transformation, context) : undefined
        const body = transformed ?? untransformed
        const idempotencyKey = createHash('sha256').update(randomUUID()).digest('hex')
        const definition = renderUrlAndHeaders(draft, context)
        const notification = { webhook: id, definition, topic, body, idempotencyKey }
        enqueue(`${id} ${topic.split('.')[0]} ${getEntityId(entity)}`, () => deliver(notification))
      }
    },
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

function getEntityId(entity: object): string {
  const sys: unknown = 'sys' in entity ? entity.sys : undefined
  return typeof sys === 'object' && sys !== null && 'id' in sys ? String(sys.id) : ''
}
