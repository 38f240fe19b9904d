import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { expectExisting } from '#local/engine/rest-error.ts'
import { parseManagementBody } from '#local/http/parse-request.ts'
import type { WebhookDefinition } from '#local/store/space-definitions.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import { createResourceService } from './resource-service.ts'
import { toWebhookDefinition, webhookBodySchema } from './webhook-definition.ts'

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

const SECRET_PATH = '/webhook_settings/signing_secret'
const SECRET_ID = 'signing_secret'

const secretBodySchema = z.strictObject({
  value: z.string().regex(/^[\w+/=-]{64}$/, 'A secret must have 64 letters, digits or + / = _ -'),
})

/** Registers the endpoints of the signing secret. Responses contain only its last 4 characters. */
function registerSigningSecretRoutes(scope: FastifyInstance, { signingSecrets }: SpaceStore): void {
  const { type, locationSys } = signingSecrets
  const getExisting = () => expectExisting(signingSecrets.get(SECRET_ID), type, SECRET_ID)
  const toResponse = ({ id, createdAt, updatedAt, draft }: ReturnType<typeof getExisting>) => ({
    sys: { type, id, ...locationSys, createdAt, updatedAt },
    redactedValue: draft.value.slice(-4),
  })

  scope.get(SECRET_PATH, async () => toResponse(getExisting()))

  scope.put(SECRET_PATH, async ({ body }, reply) => {
    const secret = parseManagementBody(secretBodySchema, body)
    reply.code(signingSecrets.get(SECRET_ID) ? 200 : 201)
    return toResponse(signingSecrets.createOrSave(SECRET_ID, secret))
  })

  scope.delete(SECRET_PATH, async (_, reply) => {
    signingSecrets.remove(getExisting().id)
    return reply.code(204).send()
  })
}
