import type { FastifyInstance } from 'fastify'
import { createNotFoundError } from '#cms/local/http/rest-error.ts'
import { createResourceLink, LOCAL_SPACE_SYS } from '#cms/local/management/resource-sys.ts'
import { createListBody, parseListQuery } from '#cms/local/query/list-query.ts'
import { createListSchema } from '#cms/local/query/list-schema.ts'
import { parseQueryParameters } from '#cms/local/query/query-parameters.ts'
import type { Store } from '#cms/local/store/store.ts'

/** One attempt to call a webhook. Times are ISO 8601. */
export interface WebhookCall {
  readonly id: string
  readonly webhook: string
  /** `publish` */
  readonly eventType: string
  readonly url: string
  readonly requestAt: string
  readonly responseAt: string
  /** 0 where no answer came. */
  readonly statusCode: number
  readonly errors: readonly string[]
  readonly request: Sent
  readonly response: Sent
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The latest calls of all webhooks, the newest first. They do not outlive the process. */
export interface WebhookCallLog {
  readonly add: (call: WebhookCall) => void
  readonly getCalls: (webhook: string) => readonly WebhookCall[]
}

const MOST = 500

export function createWebhookCallLog(): WebhookCallLog {
  let calls: readonly WebhookCall[] = []
  return {
    add: (call) => {
      calls = [call, ...calls].slice(0, MOST)
    },
    getCalls: (webhook) => calls.filter((call) => call.webhook === webhook),
  }
}

export const isSuccessfulCall = ({ statusCode }: WebhookCall): boolean => statusCode >= 200 && statusCode < 300

interface OfWebhook {
  readonly Params: { readonly id: string }
}

interface OneCall {
  readonly Params: { readonly id: string; readonly call: string }
}

/** What became of the calls of a webhook. */
export function registerWebhookCallRoutes(scope: FastifyInstance, { webhooks }: Store, calls: WebhookCallLog): void {
  const callsOf = (id: string) => {
    if (!webhooks.get(id)) throw createNotFoundError('WebhookDefinition', id)
    return calls.getCalls(id)
  }

  scope.get<OfWebhook>('/webhooks/:id/calls', async ({ params, query }) => {
    const { skip, limit } = parseListQuery(parseQueryParameters(query), createListSchema({}))
    const found = callsOf(params.id)
    return createListBody({ total: found.length, skip, limit, items: found.slice(skip, skip + limit).map(overviewOf) })
  })

  scope.get<OneCall>('/webhooks/:id/calls/:call', async ({ params }) => {
    const call = callsOf(params.id).find(({ id }) => id === params.call)
    if (!call) throw createNotFoundError('WebhookCallDetails', params.call)
    const { url, statusCode, request, response } = call
    return {
      ...overviewOf(call),
      sys: sysOf(call, 'WebhookCallDetails'),
      request: { url, method: 'POST', ...request },
      response: { url, statusCode, ...response },
    }
  })

  scope.get<OfWebhook>('/webhooks/:id/health', async ({ params: { id } }) => {
    const found = callsOf(id)
    const sys = {
      type: 'Webhook',
      id,
      space: LOCAL_SPACE_SYS.space,
      createdBy: createResourceLink('WebhookDefinition', id),
    }
    return { sys, calls: { total: found.length, healthy: found.filter(isSuccessfulCall).length } }
  })
}

function overviewOf(call: WebhookCall) {
  const { eventType, url, requestAt, responseAt, statusCode, errors } = call
  return { sys: sysOf(call, 'WebhookCallOverview'), eventType, url, requestAt, responseAt, statusCode, errors }
}

const sysOf = ({ id, webhook, requestAt }: WebhookCall, type: string) => ({
  type,
  id,
  space: LOCAL_SPACE_SYS.space,
  createdBy: createResourceLink('WebhookDefinition', webhook),
  createdAt: requestAt,
})
