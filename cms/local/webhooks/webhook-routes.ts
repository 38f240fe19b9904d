import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createNotFoundError } from '#cms/local/http/rest-error.ts'
import { listResources } from '#cms/local/management/list-resources.ts'
import {
  createId,
  expectNewResource,
  expectVersion,
  getSentVersion,
  parseManagementBody,
} from '#cms/local/management/parse-request.ts'
import { LOCAL_SPACE_SYS } from '#cms/local/management/resource-sys.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { Store } from '#cms/local/store/store.ts'
import { registerWebhookCallRoutes, type WebhookCallLog } from './webhook-calls.ts'
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

  scope.get(PATH, async ({ query }) => listResources(webhooks, query, toWebhookResponse))

  scope.get<ById>(`${PATH}/:id`, async ({ params }) => toWebhookResponse(existing(params.id)))

  scope.post(PATH, async ({ body }, reply) => {
    const definition = toWebhookDefinition(parseManagementBody(webhookBodySchema, body))
    return reply.code(201).send(toWebhookResponse(webhooks.create(createId(), definition)))
  })

  scope.put<ById>(`${PATH}/:id`, async ({ params: { id }, body, headers }, reply) => {
    const found = webhooks.get(id)
    if (found) expectVersion(found, getSentVersion(headers))
    else expectNewResource('webhook', id, getSentVersion(headers))
    const definition = toWebhookDefinition(parseManagementBody(webhookBodySchema, body), found?.draft)
    if (found) return toWebhookResponse(webhooks.save(id, definition))
    return reply.code(201).send(toWebhookResponse(webhooks.create(id, definition)))
  })

  scope.delete<ById>(`${PATH}/:id`, async ({ params: { id } }, reply) => {
    existing(id)
    webhooks.remove(id)
    return reply.code(204).send()
  })

  registerWebhookCallRoutes(scope, store, calls)
  registerSigningSecretRoutes(scope, store)
}

const toWebhookResponse = ({ id, version, createdAt, updatedAt, draft }: StoredResource<WebhookDefinition>) => ({
  ...draft,
  headers: draft.headers.map(({ key, value, secret }) => (secret ? { key, secret } : { key, value })),
  sys: { ...LOCAL_SPACE_SYS, type: 'WebhookDefinition', id, version, createdAt, updatedAt },
})

const KEY = 'webhook signing secret'
const SECRET_PATH = '/webhook_settings/signing_secret'

const storedSecret = z.object({ value: z.string(), createdAt: z.string(), updatedAt: z.string() })

const secretBody = z.strictObject({
  value: z.string().regex(/^[\w+/=-]{64}$/, 'A secret is 64 letters, digits or + / = _ -'),
})

/** What webhooks are signed with; `undefined` where they are not. */
export const getSigningSecret = (store: Store): string | undefined => stored(store)?.value

/** The one secret of the space: it is set and taken away, and only its end is ever answered. */
function registerSigningSecretRoutes(scope: FastifyInstance, store: Store): void {
  const existing = () => {
    const found = stored(store)
    if (found) return found
    throw createNotFoundError('WebhookSigningSecret', 'signing_secret')
  }

  scope.get(SECRET_PATH, async () => toSecretResponse(existing()))

  scope.put(SECRET_PATH, async ({ body }, reply) => {
    const { value } = parseManagementBody(secretBody, body)
    const before = stored(store)
    const updatedAt = new Date().toISOString()
    const secret = { value, createdAt: before?.createdAt ?? updatedAt, updatedAt }
    store.setMeta(KEY, JSON.stringify(secret))
    return reply.code(before ? 200 : 201).send(toSecretResponse(secret))
  })

  scope.delete(SECRET_PATH, async (_, reply) => {
    existing()
    store.setMeta(KEY, '')
    return reply.code(204).send()
  })
}

function stored(store: Store): z.output<typeof storedSecret> | undefined {
  const text = store.getMeta(KEY)
  return text ? storedSecret.parse(JSON.parse(text)) : undefined
}

const toSecretResponse = ({ value, createdAt, updatedAt }: z.output<typeof storedSecret>) => ({
  sys: { type: 'WebhookSigningSecret', id: 'signing_secret', space: LOCAL_SPACE_SYS.space, createdAt, updatedAt },
  redactedValue: value.slice(-4),
})
