import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { LOCAL_SPACE_ID } from '#local/constants.ts'
import { createNotFoundError } from '#local/http/rest-error.ts'
import { listResources } from '#local/management/list-resources.ts'
import {
  createId,
  expectNewResource,
  expectVersion,
  getSentVersion,
  parseManagementBody,
} from '#local/management/parse-request.ts'
import { createResourceLink, toSpaceResourceSys } from '#local/management/resource-sys.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { SpaceStore } from '#local/store/store.ts'
import { registerWebhookCallRoutes, type WebhookCallLog } from './webhook-calls.ts'
import { toWebhookDefinition, type WebhookDefinition, webhookBodySchema } from './webhook-definition.ts'

interface IdRoute {
  readonly Params: { readonly id: string }
}

const PATH = '/webhook_definitions'

/** Registers the endpoints of webhooks, of their calls, and of the signing secret. */
export function registerWebhookRoutes(scope: FastifyInstance, store: SpaceStore, callLog: WebhookCallLog): void {
  const { webhooks } = store
  const getWebhook = (id: string) => {
    const webhook = webhooks.get(id)
    if (webhook) return webhook
    throw createNotFoundError('WebhookDefinition', id)
  }

  scope.get(PATH, async ({ query }) => listResources(webhooks, query, toWebhookResponse))

  scope.get<IdRoute>(`${PATH}/:id`, async ({ params }) => toWebhookResponse(getWebhook(params.id)))

  scope.post(PATH, async ({ body }, reply) => {
    const definition = toWebhookDefinition(parseManagementBody(webhookBodySchema, body))
    return reply.code(201).send(toWebhookResponse(webhooks.create(createId(), definition)))
  })

  scope.put<IdRoute>(`${PATH}/:id`, async ({ params: { id }, body, headers }, reply) => {
    const existing = webhooks.get(id)
    if (existing) expectVersion(existing, getSentVersion(headers))
    else expectNewResource('webhook', id, getSentVersion(headers))
    const definition = toWebhookDefinition(parseManagementBody(webhookBodySchema, body), existing?.draft)
    if (existing) return toWebhookResponse(webhooks.save(id, definition))
    return reply.code(201).send(toWebhookResponse(webhooks.create(id, definition)))
  })

  scope.delete<IdRoute>(`${PATH}/:id`, async ({ params: { id } }, reply) => {
    getWebhook(id)
    webhooks.remove(id)
    return reply.code(204).send()
  })

  registerWebhookCallRoutes(scope, store, callLog)
  registerSigningSecretRoutes(scope, store)
}

function toWebhookResponse(webhook: StoredResource<WebhookDefinition>) {
  const { httpBasicPassword: _, headers, ...definition } = webhook.draft
  return {
    ...definition,
    headers: headers.map(({ key, value, secret }) => (secret ? { key, secret } : { key, value })),
    sys: toSpaceResourceSys('WebhookDefinition', webhook),
  }
}

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
  sys: {
    type: 'WebhookSigningSecret',
    id: 'signing_secret',
    space: createResourceLink('Space', LOCAL_SPACE_ID),
    createdAt,
    updatedAt,
  },
  redactedValue: value.slice(-4),
})
