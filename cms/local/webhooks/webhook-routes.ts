import type { FastifyInstance } from 'fastify'
import { bodyOf } from '#cms/local/management/body.ts'
import { resourceList } from '#cms/local/management/list-query.ts'
import { PLACE } from '#cms/local/management/sys.ts'
import { expectNew, expectVersion, newId, sentVersion } from '#cms/local/management/versions.ts'
import { notFound } from '#cms/local/rest-error.ts'
import type { Resource } from '#cms/local/store/resources.ts'
import type { Store } from '#cms/local/store/store.ts'
import { webhookCallRoutes } from './call-routes.ts'
import type { Calls } from './calls.ts'
import { definitionOf, type WebhookDefinition, webhookBody } from './definition.ts'
import { signingSecretRoutes } from './signing-secret.ts'

interface ById {
  readonly Params: { readonly id: string }
}

const PATH = '/webhook_definitions'

/** Webhooks of a space: written, read, deleted; what became of their calls, and the secret that signs them. */
export function webhookRoutes(scope: FastifyInstance, store: Store, calls: Calls): void {
  const { webhooks } = store
  const existing = (id: string) => {
    const found = webhooks.get(id)
    if (found) return found
    throw notFound('WebhookDefinition', id)
  }

  scope.get(PATH, async ({ query }) => resourceList(webhooks, query, answerOf))

  scope.get<ById>(`${PATH}/:id`, async ({ params }) => answerOf(existing(params.id)))

  scope.post(PATH, async ({ body }, reply) => {
    const definition = definitionOf(bodyOf(webhookBody, body))
    return reply.code(201).send(answerOf(webhooks.create(newId(), definition)))
  })

  scope.put<ById>(`${PATH}/:id`, async ({ params: { id }, body, headers }, reply) => {
    const found = webhooks.get(id)
    if (found) expectVersion(found, sentVersion(headers))
    else expectNew('webhook', id, sentVersion(headers))
    const definition = definitionOf(bodyOf(webhookBody, body), found?.draft)
    if (found) return answerOf(webhooks.save(id, definition))
    return reply.code(201).send(answerOf(webhooks.create(id, definition)))
  })

  scope.delete<ById>(`${PATH}/:id`, async ({ params: { id } }, reply) => {
    existing(id)
    webhooks.remove(id)
    return reply.code(204).send()
  })

  webhookCallRoutes(scope, store, calls)
  signingSecretRoutes(scope, store)
}

const answerOf = ({ id, version, createdAt, updatedAt, draft }: Resource<WebhookDefinition>) => ({
  ...draft,
  headers: draft.headers.map(({ key, value, secret }) => (secret ? { key, secret } : { key, value })),
  sys: { ...PLACE, type: 'WebhookDefinition', id, version, createdAt, updatedAt },
})
