import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { invalid, notFound, RestError } from '#cms/local/rest-error.ts'
import type { Resource } from '#cms/local/store/resources.ts'
import type { FieldValues, Store } from '#cms/local/store/store.ts'
import { bodyOf, envelope } from './body.ts'
import { checkPublishable } from './entry-rules.ts'
import { draftFlaws, fieldValues, withoutNulls } from './field-values.ts'
import { listBody, listQuery } from './list-query.ts'
import { refusePartial } from './partial-publish.ts'
import { resourceSys } from './sys.ts'
import { expectNew, expectVersion, sentVersion } from './versions.ts'

interface ById {
  readonly Params: { readonly id: string }
}

const entryBody = z.strictObject({ ...envelope, fields: fieldValues })

/** Entries: written, published, read, unpublished, deleted. */
export function entryRoutes(scope: FastifyInstance, store: Store): void {
  const { entries, contentTypes } = store
  const existing = (id: string) => {
    const found = entries.get(id)
    if (found) return found
    throw notFound('Entry', id)
  }
  const publishedType = (id: string | null | undefined) => {
    if (!id)
      throw new RestError('BadRequest', 'The header X-Contentful-Content-Type must name the entry’s content type')
    const type = contentTypes.get(id)?.published
    if (type) return type
    throw invalid([{ name: 'unknownContentType', value: id, details: `There is no published content type "${id}"` }])
  }

  scope.get('/entries', async ({ query }) => {
    const selection = listQuery(query, ['content_type'])
    const { total, items } = entries.list(selection)
    return listBody({ total, items: items.map(answerOf) }, selection)
  })

  scope.get<ById>('/entries/:id', async ({ params }) => answerOf(existing(params.id)))

  scope.put<ById>('/entries/:id', async ({ params: { id }, body, headers }, reply) => {
    const found = entries.get(id)
    if (found) expectVersion(found, sentVersion(headers))
    else expectNew('entry', id, sentVersion(headers))
    const type = publishedType(found?.contentType ?? headers['x-contentful-content-type']?.toString())
    const values = withoutNulls(bodyOf(entryBody, body).fields)
    const flaws = draftFlaws(type, values)
    if (flaws.length > 0) throw invalid(flaws)
    if (found) return answerOf(entries.save(id, values))
    return reply.code(201).send(answerOf(entries.create(id, values, type.id)))
  })

  scope.put<ById>('/entries/:id/published', async ({ params: { id }, body, headers }) => {
    refusePartial(body)
    const found = existing(id)
    expectVersion(found, sentVersion(headers))
    checkPublishable(publishedType(found.contentType), found.draft, store)
    return answerOf(entries.publish(id))
  })

  scope.delete<ById>('/entries/:id/published', async ({ params: { id } }) => {
    if (existing(id).published === null) throw new RestError('BadRequest', `The entry "${id}" is not published`)
    return answerOf(entries.unpublish(id))
  })

  scope.delete<ById>('/entries/:id', async ({ params: { id } }, reply) => {
    if (existing(id).published !== null) throw new RestError('BadRequest', 'Cannot delete published')
    entries.remove(id)
    return reply.code(204).send()
  })
}

const answerOf = (found: Resource<FieldValues>) => ({
  metadata: { tags: [], concepts: [] },
  sys: resourceSys('Entry', found),
  fields: found.draft,
})
