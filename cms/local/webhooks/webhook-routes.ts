import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { LOCAL_SPACE_ID } from '#local/constants.ts'
import { createListBody, parseListQuery } from '#local/engine/list-query.ts'
import { createListSchema } from '#local/engine/list-schema.ts'
import { parseQueryParameters } from '#local/engine/query-parameters.ts'
import { createNotFoundError } from '#local/http/rest-error.ts'
import { createResourceLink } from '#local/links.ts'
import { parseManagementBody } from '#local/management/parse-request.ts'
import {
  createResourceService,
  type IdRoute,
  type ResourceDefinition,
  registerResourceRoutes,
} from '#local/management/resource-routes.ts'
import { toSpaceResourceSys } from '#local/management/resource-sys.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import type { WebhookCall } from './call-webhook.ts'
import { toWebhookDefinition, type WebhookDefinition, webhookBodySchema } from './webhook-definition.ts'

/** Registers the endpoints of webhooks, of their calls, and of the signing secret. */
export function registerWebhookRoutes(scope: FastifyInstance, space: SpaceStore, getCalls: GetCalls): void {
  const definition: ResourceDefinition<WebhookDefinition> = {
    type: 'WebhookDefinition',
    path: '/webhook_definitions',
    can: ['create', 'upsert', 'delete'],
    table: space.webhooks,
    ignoresDeletedVersion: true,
    parse: ({ body, current }) => toWebhookDefinition(parseManagementBody(webhookBodySchema, body), current?.draft),
    toResponse: toWebhookResponse,
  }
  const service = createResourceService({ runTransaction: space.runTransaction }, definition)
  registerResourceRoutes(scope, service)
  registerCallRoutes(scope, (id) => getCalls(service.getExisting(id).id))
  registerSigningSecretRoutes(scope, space)
}

function toWebhookResponse(webhook: StoredResource<WebhookDefinition>) {
  const { httpBasicPassword: _, headers, ...definition } = webhook.draft
  return {
    ...definition,
    headers: headers.map(({ key, value, secret }) => (secret ? { key, secret } : { key, value })),
    sys: toSpaceResourceSys('WebhookDefinition', webhook),
  }
}

const SPACE_LINK = createResourceLink('Space', LOCAL_SPACE_ID)

type GetCalls = (webhook: string) => readonly WebhookCall[]

/** Registers the endpoints of a webhook's calls and health. `getCalls` throws if there is no such webhook. */
function registerCallRoutes(scope: FastifyInstance, getCalls: GetCalls): void {
  scope.get<IdRoute>('/webhooks/:id/calls', async ({ params, query }) => {
    const { skip, limit } = parseListQuery(parseQueryParameters(query), createListSchema({}))
    const calls = getCalls(params.id)
    const items = calls.slice(skip, skip + limit).map(toCallOverview)
    return createListBody({ total: calls.length, skip, limit, items })
  })

  scope.get<{ Params: { id: string; call: string } }>('/webhooks/:id/calls/:call', async ({ params }) => {
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

  scope.get<IdRoute>('/webhooks/:id/health', async ({ params: { id } }) => {
    const calls = getCalls(id)
    const sys = { type: 'Webhook', id, space: SPACE_LINK, createdBy: createResourceLink('WebhookDefinition', id) }
    const healthy = calls.filter(({ statusCode }) => statusCode >= 200 && statusCode < 300)
    return { sys, calls: { total: calls.length, healthy: healthy.length } }
  })
}

function toCallOverview(call: WebhookCall) {
  const { eventType, url, requestAt, responseAt, statusCode, errors } = call
  return { sys: createCallSys(call, 'WebhookCallOverview'), eventType, url, requestAt, responseAt, statusCode, errors }
}

const createCallSys = ({ id, webhook, requestAt }: WebhookCall, type: string) => ({
  type,
  id,
  space: SPACE_LINK,
  createdBy: createResourceLink('WebhookDefinition', webhook),
  createdAt: requestAt,
})

const SECRET_META_KEY = 'webhook signing secret'
const SECRET_PATH = '/webhook_settings/signing_secret'

const storedSecretSchema = z.object({ value: z.string(), createdAt: z.string(), updatedAt: z.string() })

const secretBodySchema = z.strictObject({
  value: z.string().regex(/^[\w+/=-]{64}$/, 'A secret must have 64 letters, digits or + / = _ -'),
})

/** The secret that signs webhook calls; `undefined` if calls are not signed. */
export const getSigningSecret = (store: SpaceStore): string | undefined => readStoredSecret(store)?.value

/** Registers the endpoints of the signing secret. Responses contain only its last 4 characters. */
function registerSigningSecretRoutes(scope: FastifyInstance, store: SpaceStore): void {
  const getSecret = () => {
    const secret = readStoredSecret(store)
    if (secret) return secret
    throw createNotFoundError('WebhookSigningSecret', 'signing_secret')
  }

  scope.get(SECRET_PATH, async () => toSecretResponse(getSecret()))

  scope.put(SECRET_PATH, async ({ body }, reply) => {
    const { value } = parseManagementBody(secretBodySchema, body)
    const previous = readStoredSecret(store)
    const updatedAt = new Date().toISOString()
    const secret = { value, createdAt: previous?.createdAt ?? updatedAt, updatedAt }
    store.setMeta(SECRET_META_KEY, JSON.stringify(secret))
    return reply.code(previous ? 200 : 201).send(toSecretResponse(secret))
  })

  scope.delete(SECRET_PATH, async (_, reply) => {
    getSecret()
    store.setMeta(SECRET_META_KEY, '')
    return reply.code(204).send()
  })
}

function readStoredSecret(store: SpaceStore): z.output<typeof storedSecretSchema> | undefined {
  const text = store.getMeta(SECRET_META_KEY)
  return text ? storedSecretSchema.parse(JSON.parse(text)) : undefined
}

const toSecretResponse = ({ value, createdAt, updatedAt }: z.output<typeof storedSecretSchema>) => ({
  sys: { type: 'WebhookSigningSecret', id: 'signing_secret', space: SPACE_LINK, createdAt, updatedAt },
  redactedValue: value.slice(-4),
})
