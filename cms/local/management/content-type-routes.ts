import type { FastifyInstance } from 'fastify'
import type { ContentTypeDefinition } from '#cms/graphql/content-type-definition.ts'
import type { SpaceLimits } from '#cms/local/http/contentful-apis.ts'
import { createNotFoundError, RestError } from '#cms/local/http/rest-error.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { Store } from '#cms/local/store/store.ts'
import type { ChangeEvent, DispatchWebhooks } from '#cms/local/webhooks/webhook-topics.ts'
import { updateEditorInterface } from './editor-interface-routes.ts'
import { listResources } from './list-resources.ts'
import {
  createId,
  expectNewResource,
  expectVersion,
  expectVersionIfSent,
  getSentVersion,
  parseManagementBody,
} from './parse-request.ts'
import { removeFieldsFromEntries } from './remove-from-content.ts'
import { toResourceSys } from './resource-sys.ts'
import { contentTypeBodySchema, validateContentType } from './validation/validate-content-type.ts'

interface ById {
  readonly Params: { readonly id: string }
}

/** Content types: written, published, read, unpublished, deleted. */
export function registerContentTypeRoutes(
  scope: FastifyInstance,
  store: Store,
  dispatchWebhooks: DispatchWebhooks,
  limits: Pick<SpaceLimits, 'contentTypes'>,
): void {
  const { contentTypes, entries } = store
  const existing = (id: string) => {
    const found = contentTypes.get(id)
    if (found) return found
    throw createNotFoundError('ContentType', id)
  }
  const dispatch = (event: ChangeEvent, found: StoredResource<ContentTypeDefinition>) => {
    const entity = answerOf(found)
    dispatchWebhooks(`ContentType.${event}`, entity)
    return entity
  }
  const create = (type: ContentTypeDefinition) => {
    expectQuota(contentTypes.all().length, limits.contentTypes)
    validateContentType(type, null)
    return dispatch('create', contentTypes.create(type.id, type))
  }

  scope.get('/content_types', async ({ query }) => listResources(contentTypes, query, answerOf))

  scope.get<ById>('/content_types/:id', async ({ params }) => answerOf(existing(params.id)))

  scope.post('/content_types', async ({ body }, reply) => reply.code(201).send(create(definition(createId(), body))))

  scope.put<ById>('/content_types/:id', async ({ params: { id }, body, headers }, reply) => {
    const type = definition(id, body)
    const found = contentTypes.get(id)
    if (!found) {
      expectNewResource('content type', id, getSentVersion(headers))
      return reply.code(201).send(create(type))
    }
    expectVersion(found, getSentVersion(headers))
    validateContentType(type, found.published)
    return dispatch('save', contentTypes.save(id, type))
  })

  scope.put<ById>('/content_types/:id/published', async ({ params: { id }, headers }) => {
    const { draft, published, version } = existing(id)
    expectVersion({ id, version }, getSentVersion(headers))
    const gone = (published?.fields ?? []).filter((field) => !draft.fields.some((kept) => kept.id === field.id))
    const done = store.runTransaction(() => {
      updateEditorInterface(store, draft)
      removeFieldsFromEntries(
        store,
        id,
        gone.map((field) => field.id),
      )
      return contentTypes.publish(id)
    })
    return dispatch('publish', done)
  })

  scope.delete<ById>('/content_types/:id/published', async ({ params: { id }, headers }) => {
    const found = existing(id)
    expectVersionIfSent(found, getSentVersion(headers))
    if (found.published === null) throw new RestError('BadRequest', `The content type "${id}" is not published`)
    const { total } = entries.list({ contentType: id, skip: 0, limit: 1 })
    if (total > 0) throw new RestError('BadRequest', `The content type "${id}" still has ${total} entries`)
    return dispatch('unpublish', contentTypes.unpublish(id))
  })

  scope.delete<ById>('/content_types/:id', async ({ params: { id }, headers }, reply) => {
    const found = existing(id)
    expectVersionIfSent(found, getSentVersion(headers))
    if (found.published !== null) throw new RestError('BadRequest', 'Cannot delete published')
    store.runTransaction(() => {
      contentTypes.remove(id)
      store.editorInterfaces.remove(id)
    })
    dispatchWebhooks('ContentType.delete', answerOf(found))
    return reply.code(204).send()
  })
}

function definition(id: string, body: unknown): ContentTypeDefinition {
  const { name, description, displayField, fields } = parseManagementBody(contentTypeBodySchema, body)
  return { id, name, description, displayField, fields }
}

function expectQuota(held: number, allowed: number): void {
  if (held < allowed) return
  const reason = `This space already has ${held} content types; it may have ${allowed}`
  throw new RestError('AccessDenied', 'Forbidden', { reasons: ['usageExceeded', reason] })
}

function answerOf(found: StoredResource<ContentTypeDefinition>) {
  const { id: _, ...type } = found.draft
  return { sys: toResourceSys('ContentType', found), ...type }
}
