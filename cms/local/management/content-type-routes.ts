import type { FastifyInstance } from 'fastify'
import type { ContentTypeDefinition } from '#local/graphql/content-type-definition.ts'
import type { SpaceLimits } from '#local/http/contentful-apis.ts'
import { createNotFoundError, RestError } from '#local/http/rest-error.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store } from '#local/store/store.ts'
import type { ChangeEvent, DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
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
import { moveFieldValues } from './remove-from-content.ts'
import { toResourceSys } from './resource-sys.ts'
import { contentTypeBodySchema, validateContentType } from './validation/validate-content-type.ts'

interface IdRoute {
  readonly Params: { readonly id: string }
}

/** Registers the content type endpoints. */
export function registerContentTypeRoutes(
  scope: FastifyInstance,
  store: Store,
  dispatchWebhooks: DispatchWebhooks,
  limits: Pick<SpaceLimits, 'contentTypes'>,
): void {
  const { contentTypes, entries } = store
  const toResponse = createToResponse(store)
  const getLocales = () => store.locales.all().map(({ draft }) => draft)
  const getContentType = (id: string) => {
    const contentType = contentTypes.get(id)
    if (contentType) return contentType
    throw createNotFoundError('ContentType', id)
  }
  const dispatch = (event: ChangeEvent, contentType: StoredResource<ContentTypeDefinition>) => {
    const entity = toResponse(contentType)
    dispatchWebhooks(`ContentType.${event}`, entity)
    return entity
  }
  const create = (type: ContentTypeDefinition) => {
    checkContentTypeLimit(contentTypes.all().length, limits.contentTypes)
    validateContentType(type, null, getLocales())
    return dispatch('create', contentTypes.create(type.id, type))
  }

  scope.get('/content_types', async ({ query }) => listResources(contentTypes, query, toResponse))

  scope.get<IdRoute>('/content_types/:id', async ({ params }) => toResponse(getContentType(params.id)))

  scope.post('/content_types', async ({ body }, reply) =>
    reply.code(201).send(create(parseContentType(createId(), body))),
  )

  scope.put<IdRoute>('/content_types/:id', async ({ params: { id }, body, headers }, reply) => {
    const contentType = contentTypes.get(id)
    const type = parseContentType(id, body, contentType?.draft)
    if (!contentType) {
      expectNewResource('content type', id, getSentVersion(headers))
      return reply.code(201).send(create(type))
    }
    expectVersion(contentType, getSentVersion(headers))
    validateContentType(type, contentType.published, getLocales())
    return dispatch('save', contentTypes.save(id, type))
  })

  scope.put<IdRoute>('/content_types/:id/published', async ({ params: { id }, headers }) => {
    const { draft, published, version } = getContentType(id)
    expectVersion({ id, version }, getSentVersion(headers))
    const newIds = new Map(draft.fields.map(({ id, renamedFrom = id }) => [renamedFrom, id]))
    const contentType = store.runTransaction(() => {
      updateEditorInterface(store, draft)
      moveFieldValues(
        store,
        id,
        (published?.fields ?? []).map((field) => [field.id, newIds.get(field.id)]),
      )
      const fields = draft.fields.map(({ renamedFrom: _, ...field }) => field)
      contentTypes.rewrite(id, { ...draft, fields }, published)
      return contentTypes.publish(id)
    })
    return dispatch('publish', contentType)
  })

  scope.delete<IdRoute>('/content_types/:id/published', async ({ params: { id }, headers }) => {
    const contentType = getContentType(id)
    expectVersionIfSent(contentType, getSentVersion(headers))
    if (contentType.published === null) throw new RestError('BadRequest', `The content type "${id}" is not published`)
    const { total } = entries.list({ contentType: id, skip: 0, limit: 1 })
    if (total > 0) throw new RestError('BadRequest', `The content type "${id}" still has ${total} entries`)
    return dispatch('unpublish', contentTypes.unpublish(id))
  })

  scope.delete<IdRoute>('/content_types/:id', async ({ params: { id }, headers }, reply) => {
    const contentType = getContentType(id)
    expectVersionIfSent(contentType, getSentVersion(headers))
    if (contentType.published !== null) throw new RestError('BadRequest', 'Cannot delete published')
    store.runTransaction(() => {
      contentTypes.remove(id)
      store.editorInterfaces.remove(id)
    })
    dispatchWebhooks('ContentType.delete', toResponse(contentType))
    return reply.code(204).send()
  })
}

/**
 * Parses a content type. A field with `deleted` is removed: it must be omitted in the published content type, which
 * `validateContentType` checks. A field with `newId` is renamed; its values follow when the content type is published.
 */
function parseContentType(id: string, body: unknown, previous?: ContentTypeDefinition): ContentTypeDefinition {
  const { name, description, displayField, fields } = parseManagementBody(contentTypeBodySchema, body)
  const renamed = fields.find((field) => field.newId !== undefined && field.id === displayField)
  const renamedFrom = new Map(previous?.fields.map((field) => [field.id, field.renamedFrom]))
  return {
    id,
    name,
    ...(description === undefined ? {} : { description }),
    displayField: renamed?.newId ?? displayField,
    fields: fields.flatMap(({ deleted = false, newId, ...field }) => {
      if (deleted) return []
      if (newId !== undefined) return [{ ...field, id: newId, renamedFrom: renamedFrom.get(field.id) ?? field.id }]
      const earlierId = renamedFrom.get(field.id)
      return [earlierId === undefined ? field : { ...field, renamedFrom: earlierId }]
    }),
  }
}

function checkContentTypeLimit(count: number, limit: number): void {
  if (count < limit) return
  const reason = `This space already has ${count} content types; the limit is ${limit}`
  throw new RestError('AccessDenied', 'Forbidden', { reasons: ['usageExceeded', reason] })
}

const createToResponse =
  ({ locationSys }: Store) =>
  (contentType: StoredResource<ContentTypeDefinition>) => {
    const { id: _, fields, ...type } = contentType.draft
    return {
      sys: toResourceSys('ContentType', contentType, locationSys),
      ...type,
      fields: fields.map(({ renamedFrom: __, ...field }) => field),
    }
  }
