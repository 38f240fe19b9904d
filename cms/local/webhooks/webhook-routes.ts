import type { FastifyInstance } from 'fastify'
import { createNotFoundError } from '#cms/local/http/rest-error.ts'
import { listResources } from '#cms/local/management/list-resources.ts'
import { parseRequestBody } from '#cms/local/management/parse-request.ts'
import { LOCAL_SPACE_SYS } from '#cms/local/management/resource-sys.ts'
import { createId, expectNewResource, expectVersion, getSentVersion } from '#cms/local/management/versions.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { Store } from '#cms/local/store/store.ts'
import { registerWebhookCallRoutes } from './call-routes.ts'
import { registerSigningSecretRoutes } from './signing-secret.ts'
import type { WebhookCallLog } from './webhook-calls.ts'
import { toWebhookDefinition, type WebhookDefinition, webhookBodySchema } from './webhook-definition.ts'

interface ById {
  readonly Params: { readonly id: string }
}

const PATH = '/webhook_definitions'

/** Webhooks of a space: written, read, deleted; what became of their calls, and the secret that signs them. */
export function registerWebhookRoutes(scope: FastifyInstance, store: Store, calls: WebhookCallLog): void {
  const { webhooks } = store
  const existing = (id: string) => {
    const found = webhooks.get(id)
    if (found) return found
    throw createNotFoundError('WebhookDefinition', id)
  }

  scope.get(PATH, async ({ query }) => listResources(webhooks, query, answerOf))

  scope.get<ById>(`${PATH}/:id`, async ({ params }) => answerOf(existing(params.id)))

  scope.post(PATH, async ({ body }, reply) => {
    const definition = toWebhookDefinition(parseRequestBody(webhookBodySchema, body))
    return reply.code(201).send(answerOf(webhooks.create(createId(), definition)))
  })

  scope.put<ById>(`${PATH}/:id`, async ({ params: { id }, body, headers }, reply) => {
    const found = webhooks.get(id)
    if (found) expectVersion(found, getSentVersion(headers))
    else expectNewResource('webhook', id, getSentVersion(headers))
    const definition = toWebhookDefinition(parseRequestBody(webhookBodySchema, body), found?.draft)
    if (found) return answerOf(webhooks.save(id, definition))
    return reply.code(201).send(answerOf(webhooks.create(id, definition)))
  })

  scope.delete<ById>(`${PATH}/:id`, async ({ params: { id } }, reply) => {
    existing(id)
    webhooks.remove(id)
    return reply.code(204).send()
  })

  registerWebhookCallRoutes(scope, store, calls)
  registerSigningSecretRoutes(scope, store)
}

const answerOf = ({ id, version, createdAt, updatedAt, draft }: StoredResource<WebhookDefinition>) => ({
  ...draft,
  headers: draft.headers.map(({ key, value, secret }) => (secret ? { key, secret } : { key, value })),
  sys: { ...LOCAL_SPACE_SYS, type: 'WebhookDefinition', id, version, createdAt, updatedAt },
})
