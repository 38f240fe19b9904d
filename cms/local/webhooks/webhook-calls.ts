import type { FastifyInstance } from 'fastify'
import { LOCAL_SPACE_ID } from '#local/constants.ts'
import { createListBody, parseListQuery } from '#local/engine/list-query.ts'
import { createListSchema } from '#local/engine/list-schema.ts'
import { parseQueryParameters } from '#local/engine/query-parameters.ts'
import { createNotFoundError } from '#local/http/rest-error.ts'
import { createResourceLink } from '#local/management/resource-sys.ts'
import type { SpaceStore } from '#local/store/store.ts'

/** One attempt to call a webhook. Times are ISO 8601. */
export interface WebhookCall {
  readonly id: string
  readonly webhook: string
  /** For example `publish`. */
  readonly eventType: string
  readonly url: string
  readonly method: string
  readonly requestAt: string
  readonly responseAt: string
  /** 0 if there was no response. */
  readonly statusCode: number
  readonly errors: readonly string[]
  readonly request: HttpMessage
  readonly response: HttpMessage
}

interface HttpMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The latest calls of all webhooks, the newest first. Kept in memory only. */
export interface WebhookCallLog {
  readonly add: (call: WebhookCall) => void
  readonly getCalls: (webhook: string) => readonly WebhookCall[]
}

/** Calls kept in the log, of all webhooks together. */
const MAX_CALLS = 500

/** Creates an empty call log. */
export function createWebhookCallLog(): WebhookCallLog {
  let calls: readonly WebhookCall[] = []
  return {
    add: (call) => {
      calls = [call, ...calls].slice(0, MAX_CALLS)
    },
    getCalls: (webhook) => calls.filter((call) => call.webhook === webhook),
  }
}

/** Whether the response has a 2xx status. */
export const isSuccessfulCall = ({ statusCode }: WebhookCall): boolean => statusCode >= 200 && statusCode < 300

interface WebhookRoute {
  readonly Params: { readonly id: string }
}

interface WebhookCallRoute {
  readonly Params: { readonly id: string; readonly call: string }
}

/** Registers the endpoints of a webhook's calls and health. */
export function registerWebhookCallRoutes(
  scope: FastifyInstance,
  { webhooks }: SpaceStore,
  callLog: WebhookCallLog,
): void {
  const getCalls = (id: string) => {
    if (!webhooks.get(id)) throw createNotFoundError('WebhookDefinition', id)
    return callLog.getCalls(id)
  }

  scope.get<WebhookRoute>('/webhooks/:id/calls', async ({ params, query }) => {
    const { skip, limit } = parseListQuery(parseQueryParameters(query), createListSchema({}))
    const calls = getCalls(params.id)
    return createListBody({
      total: calls.length,
      skip,
      limit,
      items: calls.slice(skip, skip + limit).map(toCallOverview),
    })
  })

  scope.get<WebhookCallRoute>('/webhooks/:id/calls/:call', async ({ params }) => {
    const call = getCalls(params.id).find(({ id }) => id === params.call)
    if (!call) throw createNotFoundError('WebhookCallDetails', params.call)
    const { url, method, statusCode, request, response } = call
    return {
      ...toCallOverview(call),
      sys: createCallSys(call, 'WebhookCallDetails'),
      request: { url, method, ...request },
      response: { url, statusCode, ...response },
    }
  })

  scope.get<WebhookRoute>('/webhooks/:id/health', async ({ params: { id } }) => {
    const calls = getCalls(id)
    const sys = {
      type: 'Webhook',
      id,
      space: createResourceLink('Space', LOCAL_SPACE_ID),
      createdBy: createResourceLink('WebhookDefinition', id),
    }
    return { sys, calls: { total: calls.length, healthy: calls.filter(isSuccessfulCall).length } }
  })
}

function toCallOverview(call: WebhookCall) {
  const { eventType, url, requestAt, responseAt, statusCode, errors } = call
  return { sys: createCallSys(call, 'WebhookCallOverview'), eventType, url, requestAt, responseAt, statusCode, errors }
}

const createCallSys = ({ id, webhook, requestAt }: WebhookCall, type: string) => ({
  type,
  id,
  space: createResourceLink('Space', LOCAL_SPACE_ID),
  createdBy: createResourceLink('WebhookDefinition', webhook),
  createdAt: requestAt,
})
