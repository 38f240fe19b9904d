import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { ContentTypeDefinition } from '#local/graphql/content-type-definition.ts'
import { createValidationError, RestError } from '#local/http/rest-error.ts'
import type { Store, StoredContent } from '#local/store/store.ts'
import type { DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
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

interface IdRoute {
  readonly Params: { readonly id: string }
}

const entryBodySchema = z.strictObject({ sys: ignoredSysSchema, metadata: metadataSchema, fields: fieldValuesSchema })

const createEntryOptions = (store: Store): LifecycleOptions => ({
  type: 'Entry',
  resources: store.entries,
  checkPublishable: (entry) =>
    validateEntryForPublishing(getPublishedContentType(store, entry.contentType), entry, store),
  toResponse: (entry) => ({
    metadata: toMetadata(entry.draft.tags),
    sys: toResourceSys('Entry', entry),
    fields: entry.draft.fields,
  }),
})

/** Registers the entry endpoints. Returns the lifecycle of entries, for bulk actions. */
export function registerEntryRoutes(
  scope: FastifyInstance,
  store: Store,
  dispatchWebhooks: DispatchWebhooks,
): ContentLifecycle {
  const { entries } = store
  const options = createEntryOptions(store)
  const { toResponse } = options
  const lifecycle = createContentLifecycle(options, dispatchWebhooks)

  scope.get('/entries', async ({ query, host }) => listEntries(store, query, (entry) => toResponse(entry, host)))

  scope.get<IdRoute>('/entries/:id', async ({ params, host }) => toResponse(lifecycle.getExisting(params.id), host))

  scope.post('/entries', async ({ body, headers, host }, reply) => {
    const type = getPublishedContentType(store, headers['x-contentful-content-type']?.toString())
    return reply.code(201).send(lifecycle.create(createId(), parseEntryContent(store, type, body), host, type.id))
  })

  scope.put<IdRoute>('/entries/:id', async ({ params: { id }, body, headers, host }, reply) => {
    const version = getSentVersion(headers)
    const entry = entries.get(id)
    if (entry) {
      const createContent = () =>
        parseEntryContent(store, getPublishedContentType(store, entry.contentType), body, entry.draft)
      return lifecycle.save({ id, version, host }, createContent)
    }
    expectNewResource('entry', id, version)
    const type = getPublishedContentType(store, headers['x-contentful-content-type']?.toString())
    return reply.code(201).send(lifecycle.create(id, parseEntryContent(store, type, body), host, type.id))
  })

  registerLifecycleRoutes(scope, '/entries', lifecycle)
  return lifecycle
}

/** Parses the request body into the content to store. Throws if it is not valid even as a draft. */
function parseEntryContent(
  store: Store,
  type: ContentTypeDefinition,
  body: unknown,
  previous?: StoredContent,
): StoredContent {
  const parsed = parseManagementBody(entryBodySchema, body)
  const fields = removeNullValues(parsed.fields)
  const unknownFields = findUnknownFields(type, fields)
  if (unknownFields.length > 0) throw new RestError('UnknownField', 'Validation error', { errors: unknownFields })
  const locales = store.locales.all().map(({ draft }) => draft)
  const errors = validateDraft(type, fields, locales)
  if (errors.length > 0) throw createValidationError(errors)
  return { fields, tags: parseTagIds(parsed.metadata, previous?.tags, store) }
}

function getPublishedContentType({ contentTypes }: Store, id: string | null | undefined) {
  if (!id)
    throw new RestError('BadRequest', 'The header X-Contentful-Content-Type must contain the entry’s content type id')
  const type = contentTypes.get(id)?.published
  if (type) return type
  throw createValidationError([
    { name: 'unknownContentType', value: id, details: `There is no published content type "${id}"` },
  ])
}
