import type { FastifyInstance } from 'fastify'
import { applyPatch } from 'rfc6902'
import * as z from 'zod'
import type { ContentTypeDefinition } from '#local/graphql/content-type-definition.ts'
import { createInvalidEntryError, createValidationError, RestError } from '#local/http/rest-error.ts'
import type { FieldValues, Store, StoredContent } from '#local/store/store.ts'
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
import { toFieldStatus, toResourceSys } from './resource-sys.ts'
import { validateEntryForPublishing } from './validation/validate-entry.ts'
import { fieldValuesSchema, findUnknownFields, validateDraft } from './validation/validate-field-values.ts'

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
    sys: {
      ...toResourceSys('Entry', entry, store.locationSys),
      fieldStatus: toFieldStatus(
        entry,
        store.locales.all().map(({ draft }) => draft.code),
      ),
      automationTags: [],
    },
    fields: entry.draft.fields,
  }),
})

/** Creates the lifecycle of the entries of an environment. */
export const createEntryLifecycle = (store: Store, dispatchWebhooks: DispatchWebhooks): ContentLifecycle =>
  createContentLifecycle(createEntryOptions(store), dispatchWebhooks)

/** Registers the entry endpoints. Returns the lifecycle of entries, for bulk actions. */
export function registerEntryRoutes(
  scope: FastifyInstance,
  store: Store,
  dispatchWebhooks: DispatchWebhooks,
): ContentLifecycle {
  const { entries } = store
  const { toResponse } = createEntryOptions(store)
  const lifecycle = createEntryLifecycle(store, dispatchWebhooks)

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

  scope.patch<IdRoute>('/entries/:id', async ({ params: { id }, body, headers, host }) => {
    const version = getSentVersion(headers)
    const entry = lifecycle.getExisting(id)
    const document = { metadata: toMetadata(entry.draft.tags), fields: entry.draft.fields }
    const type = getPublishedContentType(store, entry.contentType)
    return lifecycle.save({ id, version, host }, () =>
      parseEntryContent(store, type, applyJsonPatch(document, body), entry.draft),
    )
  })

  registerLifecycleRoutes(scope, '/entries', lifecycle)
  return lifecycle
}

const patchSchema = z.array(
  z.discriminatedUnion('op', [
    z.object({ op: z.enum(['add', 'replace', 'test']), path: z.string(), value: z.unknown() }),
    z.object({ op: z.literal('remove'), path: z.string() }),
    z.object({ op: z.enum(['move', 'copy']), path: z.string(), from: z.string() }),
  ]),
)

/** Applies a JSON Patch (RFC 6902) to a copy. Throws if the patch is invalid or an operation fails. */
function applyJsonPatch(target: object, body: unknown): unknown {
  const patched = structuredClone(target)
  const operations = parseManagementBody(patchSchema, body)
  const error = applyPatch(patched, operations).find((result) => result !== null)
  if (error) throw new RestError('BadRequest', `The patch cannot be applied: ${error.message}`)
  return patched
}

/** Parses the request body into the content to store. Throws if it is not valid even as a draft. */
function parseEntryContent(
  store: Store,
  type: ContentTypeDefinition,
  body: unknown,
  previous?: StoredContent,
): StoredContent {
  const parsed = parseManagementBody(entryBodySchema, body)
  const fields = previous ? parsed.fields : addDefaultValues(type, parsed.fields)
  const unknownFields = findUnknownFields(type, fields)
  if (unknownFields.length > 0) throw new RestError('UnknownField', 'Validation error', { errors: unknownFields })
  const locales = store.locales.all().map(({ draft }) => draft)
  const errors = validateDraft(type, fields, locales)
  if (errors.length > 0) throw createInvalidEntryError(errors)
  return { fields, tags: parseTagIds(parsed.metadata, previous?.tags, store) }
}

/** Fills the default values of fields into a new entry, in each locale for which the request has no value. */
const addDefaultValues = ({ fields }: ContentTypeDefinition, values: FieldValues): FieldValues => ({
  ...values,
  ...Object.fromEntries(
    fields.flatMap(({ id, defaultValue }) => (defaultValue ? [[id, { ...defaultValue, ...values[id] }]] : [])),
  ),
})

function getPublishedContentType({ contentTypes }: Store, id: string | null | undefined) {
  if (!id)
    throw new RestError('BadRequest', 'The header X-Contentful-Content-Type must contain the entry’s content type id')
  const type = contentTypes.get(id)?.published
  if (type) return type
  throw createValidationError([
    { name: 'unknownContentType', value: id, details: `There is no published content type "${id}"` },
  ])
}
