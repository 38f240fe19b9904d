import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Store } from '#cms/local/store/store.ts'
import { callWebhook, isRetryableCall, type WebhookNotification } from './call-webhook.ts'
import { createWebhookCallLog, type WebhookCallLog } from './webhook-calls.ts'
import { getSigningSecret } from './webhook-routes.ts'
import { type DispatchWebhooks, isSubscribed } from './webhook-topics.ts'

/** Attempts under way at a time; while one waits to be repeated, others go on. */
const AT_ONCE = 8

export interface WebhookDispatcher {
  readonly dispatch: DispatchWebhooks
  readonly callLog: WebhookCallLog
  /** Gives up what has not arrived yet: it is not kept. */
  readonly close: () => Promise<void>
}

/** Tells the webhooks of each change, in the background. `waits`: ms before each further attempt. */
export function createWebhookDispatcher(store: Store, waits: readonly number[]): WebhookDispatcher {
  const calls = createWebhookCallLog()
  const queue = new PQueue({ concurrency: AT_ONCE })
  const closing = new AbortController()
  const lines = new Map<string, Promise<void>>()

  /** What a webhook is told of one thing arrives in the order in which it happened. */
  function inLine(key: string, step: () => Promise<void>): void {
    const line = (lines.get(key) ?? Promise.resolve()).then(step).catch(unlessClosing)
    lines.set(key, line)
    line.finally(() => {
      if (lines.get(key) === line) lines.delete(key)
    })
  }

  function unlessClosing(error: unknown): void {
    if (!closing.signal.aborted) console.error('local Contentful, a webhook:', error)
  }

  async function deliver(notice: WebhookNotification): Promise<void> {
    for (const wait of [0, ...waits]) {
      await pause(wait, undefined, { signal: closing.signal, ref: false })
      if (!store.webhooks.get(notice.webhook)?.draft.active) return
      const call = await queue.add(() => callWebhook(notice, getSigningSecret(store), closing.signal))
      calls.add(call)
      if (!isRetryableCall(call)) return
    }
  }

  return {
    callLog: calls,
    dispatch: (topic, entity) => {
      const told = store.webhooks.all().filter(({ draft }) => isSubscribed(draft, topic, entity))
      if (told.length === 0) return
      const body = JSON.stringify(entity)
      for (const { id, draft } of told) {
        const idempotencyKey = createHash('sha256').update(randomUUID()).digest('hex')
        const notice = { webhook: id, definition: draft, topic, body, idempotencyKey }
        inLine(`${id} ${topic.split('.')[0]} ${idOf(entity)}`, () => deliver(notice))
      }
    },
    close: async () => {
      closing.abort()
      await Promise.all(lines.values())
    },
  }
}

function idOf(entity: object): string {
  const sys: unknown = 'sys' in entity ? entity.sys : undefined
  return typeof sys === 'object' && sys !== null && 'id' in sys ? String(sys.id) : ''
}
