import type { FastifyInstance } from 'fastify'
import { link, PLACE } from '#cms/local/management/sys.ts'
import { parametersOf } from '#cms/local/query/parameters.ts'
import { listBody, parseQuery } from '#cms/local/query/query.ts'
import { shapeOf } from '#cms/local/query/shape.ts'
import { notFound } from '#cms/local/rest-error.ts'
import type { Store } from '#cms/local/store/store.ts'
import { type Call, type Calls, isHealthy } from './calls.ts'

interface OfWebhook {
  readonly Params: { readonly id: string }
}

interface OneCall {
  readonly Params: { readonly id: string; readonly call: string }
}

/** What became of the calls of a webhook. */
export function webhookCallRoutes(scope: FastifyInstance, { webhooks }: Store, calls: Calls): void {
  const callsOf = (id: string) => {
    if (!webhooks.get(id)) throw notFound('WebhookDefinition', id)
    return calls.of(id)
  }

  scope.get<OfWebhook>('/webhooks/:id/calls', async ({ params, query }) => {
    const { skip, limit } = parseQuery(parametersOf(query), shapeOf({}))
    const found = callsOf(params.id)
    return listBody({ total: found.length, skip, limit, items: found.slice(skip, skip + limit).map(overviewOf) })
  })

  scope.get<OneCall>('/webhooks/:id/calls/:call', async ({ params }) => {
    const call = callsOf(params.id).find(({ id }) => id === params.call)
    if (!call) throw notFound('WebhookCallDetails', params.call)
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
    const sys = { type: 'Webhook', id, space: PLACE.space, createdBy: link('WebhookDefinition', id) }
    return { sys, calls: { total: found.length, healthy: found.filter(isHealthy).length } }
  })
}

function overviewOf(call: Call) {
  const { eventType, url, requestAt, responseAt, statusCode, errors } = call
  return { sys: sysOf(call, 'WebhookCallOverview'), eventType, url, requestAt, responseAt, statusCode, errors }
}

const sysOf = ({ id, webhook, requestAt }: Call, type: string) => ({
  type,
  id,
  space: PLACE.space,
  createdBy: link('WebhookDefinition', webhook),
  createdAt: requestAt,
})
