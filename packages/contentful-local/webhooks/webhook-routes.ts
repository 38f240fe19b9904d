import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { expectExisting } from '#local/http/rest-error.ts'
import { parseManagementBody } from '#local/management/parse-request.ts'
import { createResourceService } from '#local/management/resource-service.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import { toWebhookDefinition, type WebhookDefinition, webhookBodySchema } from './webhook-definition.ts'

/** Registers the endpoints of webhooks and of the signing secret. */
export function registerWebhookRoutes(scope: FastifyInstance, space: SpaceStore): void {
  createResourceService<WebhookDefinition>({
    path: '/webhook_definitions',
    can: ['create', 'upsert', 'delete'],
    table: space.webhooks,
    parse: ({ body, current }) => toWebhookDefinition(parseManagementBody(webhookBodySchema, body), current?.draft),
    getProperties: ({ draft: { httpBasicPassword: _, headers, ...definition } }) => ({
      ...definition,
      headers: headers.map(({ key, value, secret }) => (secret ? { key, secret } : { key, value })),
    }),
  }).registerRoutes(scope)

  registerSigningSecretRoutes(scope, space)
}

const SECRET_META_KEY = 'webhook signing secret'
const SECRET_PATH = '/webhook_settings/signing_secret'

const storedSecretSchema = z.object({ value: z.string(), createdAt: z.string(), updatedAt: z.string() })

const secretBodySchema = z.strictObject({
  value: z.string().regex(/^[\w+/=-]{64}$/, 'A secret must have 64 letters, digits or + / = _ -'),
})

/** The secret that signs webhook calls, with its times; `undefined` if calls are not signed. */
export function getSigningSecret(store: SpaceStore): z.output<typeof storedSecretSchema> | undefined {
  const text = store.getMeta(SECRET_META_KEY)
  return text ? storedSecretSchema.parse(JSON.parse(text)) : undefined
}

/** Registers the endpoints of the signing secret. Responses contain only its last 4 characters. */
function registerSigningSecretRoutes(scope: FastifyInstance, store: SpaceStore): void {
  const getExistingSecret = () => expectExisting(getSigningSecret(store), 'WebhookSigningSecret', 'signing_secret')
  const toResponse = ({ value, ...times }: z.output<typeof storedSecretSchema>) => ({
    sys: { type: 'WebhookSigningSecret', id: 'signing_secret', ...store.webhooks.locationSys, ...times },
    redactedValue: value.slice(-4),
  })

  scope.get(SECRET_PATH, async () => toResponse(getExistingSecret()))

  scope.put(SECRET_PATH, async ({ body }, reply) => {
    const { value } = parseManagementBody(secretBodySchema, body)
    const previous = getSigningSecret(store)
    const updatedAt = new Date().toISOString()
    const secret = { value, createdAt: previous?.createdAt ?? updatedAt, updatedAt }
    store.setMeta(SECRET_META_KEY, JSON.stringify(secret))
    return reply.code(previous ? 200 : 201).send(toResponse(secret))
  })

  scope.delete(SECRET_PATH, async (_, reply) => {
    getExistingSecret()
    store.setMeta(SECRET_META_KEY, '')
    return reply.code(204).send()
  })
}
