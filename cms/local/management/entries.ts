import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Announce } from '#cms/local/announcements.ts'
import type { ContentTypeDefinition } from '#cms/local/content-type.ts'
import { invalid, RestError } from '#cms/local/rest-error.ts'
import type { Content, Store } from '#cms/local/store/store.ts'
import { bodyOf, sys } from './body.ts'
import { checkPublishable } from './entry-rules.ts'
import { draftFlaws, fieldValues, unknownFields, withoutNulls } from './field-values.ts'
import { entryList } from './list-query.ts'
import { metadata, metadataOf, sentTags } from './metadata.ts'
import { type Kind, type States, stateRoutes, states } from './states.ts'
import { resourceSys } from './sys.ts'
import { expectNew, newId, sentVersion } from './versions.ts'

interface ById {
  readonly Params: { readonly id: string }
}

const entryBody = z.strictObject({ sys, metadata, fields: fieldValues })

function entryKind(store: Store): Kind {
  return {
    type: 'Entry',
    resources: store.entries,
    checkPublishable: (found) => checkPublishable(publishedType(store, found.contentType), found, store),
    answer: (found) => ({
      metadata: metadataOf(found.draft.tags),
      sys: resourceSys('Entry', found),
      fields: found.draft.fields,
    }),
  }
}

/** Entries: written, published, archived, read, deleted. Answers with their states, for bulk actions. */
export function entryRoutes(scope: FastifyInstance, store: Store, announce: Announce): States {
  const { entries } = store
  const kind = entryKind(store)
  const entryStates = states(kind, announce)

  scope.get('/entries', async ({ query, host }) => entryList(store, query, (found) => kind.answer(found, host)))

  scope.get<ById>('/entries/:id', async ({ params, host }) => kind.answer(entryStates.existing(params.id), host))

  scope.post('/entries', async ({ body, headers, host }, reply) => {
    const type = publishedType(store, headers['x-contentful-content-type']?.toString())
    return reply.code(201).send(entryStates.create(newId(), content(store, type, body), host, type.id))
  })

  scope.put<ById>('/entries/:id', async ({ params: { id }, body, headers, host }, reply) => {
    const version = sentVersion(headers)
    const found = entries.get(id)
    if (found) {
      const saved = () => content(store, publishedType(store, found.contentType), body, found.draft)
      return entryStates.save({ id, version, host }, saved)
    }
    expectNew('entry', id, version)
    const type = publishedType(store, headers['x-contentful-content-type']?.toString())
    return reply.code(201).send(entryStates.create(id, content(store, type, body), host, type.id))
  })

  stateRoutes(scope, '/entries', entryStates)
  return entryStates
}

/** What is sent, as it is stored. Throws where not even a draft may hold it. */
function content(store: Store, type: ContentTypeDefinition, body: unknown, before?: Content): Content {
  const sent = bodyOf(entryBody, body)
  const fields = withoutNulls(sent.fields)
  const unknown = unknownFields(type, fields)
  if (unknown.length > 0) throw new RestError('UnknownField', 'Validation error', { errors: unknown })
  const locales = store.locales.all().map(({ draft }) => draft)
  const flaws = draftFlaws(type, fields, locales)
  if (flaws.length > 0) throw invalid(flaws)
  return { fields, tags: sentTags(sent.metadata, before?.tags, store) }
}

function publishedType({ contentTypes }: Store, id: string | null | undefined) {
  if (!id) throw new RestError('BadRequest', 'The header X-Contentful-Content-Type must name the entry’s content type')
  const type = contentTypes.get(id)?.published
  if (type) return type
  throw invalid([{ name: 'unknownContentType', value: id, details: `There is no published content type "${id}"` }])
}
