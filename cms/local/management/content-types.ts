import type { FastifyInstance } from 'fastify'
import type { ContentTypeDefinition } from '#cms/local/content-type.ts'
import { notFound, RestError } from '#cms/local/rest-error.ts'
import type { Resource } from '#cms/local/store/resources.ts'
import type { Store } from '#cms/local/store/store.ts'
import { bodyOf } from './body.ts'
import { checkContentType, contentTypeBody } from './content-type-rules.ts'
import { keepEditorInterface } from './editor-interfaces.ts'
import { listBody, listQuery } from './list-query.ts'
import { resourceSys } from './sys.ts'
import { expectNew, expectVersion, sentVersion } from './versions.ts'

interface ById {
  readonly Params: { readonly id: string }
}

/** Content types: written, published, read, unpublished, deleted. */
export function contentTypeRoutes(scope: FastifyInstance, store: Store): void {
  const { contentTypes, entries } = store
  const existing = (id: string) => {
    const found = contentTypes.get(id)
    if (found) return found
    throw notFound('ContentType', id)
  }

  scope.get('/content_types', async ({ query }) => {
    const selection = listQuery(query)
    const { total, items } = contentTypes.list(selection)
    return listBody({ total, items: items.map(answerOf) }, selection)
  })

  scope.get<ById>('/content_types/:id', async ({ params }) => answerOf(existing(params.id)))

  scope.put<ById>('/content_types/:id', async ({ params: { id }, body, headers }, reply) => {
    const { name, description, displayField, fields } = bodyOf(contentTypeBody, body)
    const type = { id, name, description, displayField, fields }
    const found = contentTypes.get(id)
    if (found) expectVersion(found, sentVersion(headers))
    else expectNew('content type', id, sentVersion(headers))
    checkContentType(type, found?.published ?? null)
    if (found) return answerOf(contentTypes.save(id, type))
    return reply.code(201).send(answerOf(contentTypes.create(id, type)))
  })

  scope.put<ById>('/content_types/:id/published', async ({ params: { id }, headers }) => {
    const found = existing(id)
    expectVersion(found, sentVersion(headers))
    return store.together(() => {
      keepEditorInterface(store, found.draft)
      return answerOf(contentTypes.publish(id))
    })
  })

  scope.delete<ById>('/content_types/:id/published', async ({ params: { id } }) => {
    if (existing(id).published === null) throw new RestError('BadRequest', `The content type "${id}" is not published`)
    const { total } = entries.list({ contentType: id, skip: 0, limit: 1 })
    if (total > 0) throw new RestError('BadRequest', `The content type "${id}" still has ${total} entries`)
    return answerOf(contentTypes.unpublish(id))
  })

  scope.delete<ById>('/content_types/:id', async ({ params: { id } }, reply) => {
    if (existing(id).published !== null) throw new RestError('BadRequest', 'Cannot delete published')
    store.together(() => {
      contentTypes.remove(id)
      store.editorInterfaces.remove(id)
    })
    return reply.code(204).send()
  })
}

function answerOf(found: Resource<ContentTypeDefinition>) {
  const { id: _, ...type } = found.draft
  return { sys: resourceSys('ContentType', found), ...type }
}
