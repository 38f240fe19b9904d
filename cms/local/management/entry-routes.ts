import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { ContentTypeDefinition } from '#cms/graphql/content-type-definition.ts'
import { createValidationError, RestError } from '#cms/local/http/rest-error.ts'
import type { Store, StoredContent } from '#cms/local/store/store.ts'
import type { DispatchWebhooks } from '#cms/local/webhooks/webhook-topics.ts'
import {
  type ContentLifecycle,
  createContentLifecycle,
  type LifecycleOptions,
  registerLifecycleRoutes,
} from './content-lifecycle.ts'
import { listEntries } from './list-resources.ts'
import {
  createId,
  expectNewResource,
  getSentVersion,
  ignoredSysSchema,
  metadataSchema,
  parseManagementBody,
  parseTagIds,
  toMetadata,
} from './parse-request.ts'
import { toResourceSys } from './resource-sys.ts'
import { validateEntryForPublishing } from './validation/validate-entry.ts'
import {
  fieldValuesSchema,
  findUnknownFields,
  removeNullValues,
  validateDraft,
} from './validation/validate-field-values.ts'

interface ById {
  readonly Params: { readonly id: string }
}

const entryBody = z.strictObject({ sys: ignoredSysSchema, metadata: metadataSchema, fields: fieldValuesSchema })

function entryKind(store: Store): LifecycleOptions {
  return {
    type: 'Entry',
    resources: store.entries,
    checkPublishable: (found) => validateEntryForPublishing(publishedType(store, found.contentType), found, store),
    toResponse: (found) => ({
      metadata: toMetadata(found.draft.tags),
      sys: toResourceSys('Entry', found),
      fields: found.draft.fields,
    }),
  }
}

/** Entries: written, published, archived, read, deleted. Answers with their states, for bulk actions. */
export function registerEntryRoutes(
  scope: FastifyInstance,
  store: Store,
  dispatchWebhooks: DispatchWebhooks,
): ContentLifecycle {
  const { entries } = store
  const kind = entryKind(store)
  const entryStates = createContentLifecycle(kind, dispatchWebhooks)

  scope.get('/entries', async ({ query, host }) => listEntries(store, query, (found) => kind.toResponse(found, host)))

  scope.get<ById>('/entries/:id', async ({ params, host }) => kind.toResponse(entryStates.existing(params.id), host))

  scope.post('/entries', async ({ body, headers, host }, reply) => {
    const type = publishedType(store, headers['x-contentful-content-type']?.toString())
    return reply.code(201).send(entryStates.create(createId(), content(store, type, body), host, type.id))
  })

  scope.put<ById>('/entries/:id', async ({ params: { id }, body, headers, host }, reply) => {
    const version = getSentVersion(headers)
    const found = entries.get(id)
    if (found) {
      const saved = () => content(store, publishedType(store, found.contentType), body, found.draft)
      return entryStates.save({ id, version, host }, saved)
    }
    expectNewResource('entry', id, version)
    const type = publishedType(store, headers['x-contentful-content-type']?.toString())
    return reply.code(201).send(entryStates.create(id, content(store, type, body), host, type.id))
  })

  registerLifecycleRoutes(scope, '/entries', entryStates)
  return entryStates
}

/** What is sent, as it is stored. Throws where not even a draft may hold it. */
function content(store: Store, type: ContentTypeDefinition, body: unknown, before?: StoredContent): StoredContent {
  const sent = parseManagementBody(entryBody, body)
  const fields = removeNullValues(sent.fields)
  const unknown = findUnknownFields(type, fields)
  if (unknown.length > 0) throw new RestError('UnknownField', 'Validation error', { errors: unknown })
  const locales = store.locales.all().map(({ draft }) => draft)
  const flaws = validateDraft(type, fields, locales)
  if (flaws.length > 0) throw createValidationError(flaws)
  return { fields, tags: parseTagIds(sent.metadata, before?.tags, store) }
}

function publishedType({ contentTypes }: Store, id: string | null | undefined) {
  if (!id) throw new RestError('BadRequest', 'The header X-Contentful-Content-Type must name the entry’s content type')
  const type = contentTypes.get(id)?.published
  if (type) return type
  throw createValidationError([
    { name: 'unknownContentType', value: id, details: `There is no published content type "${id}"` },
  ])
}
