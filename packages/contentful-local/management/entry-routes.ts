import type { IncomingHttpHeaders } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { applyPatch, Pointer } from 'rfc6902'
import * as z from 'zod'
import { type CompiledContentType, compileContentType } from '#local/engine/compile-content-type.ts'
import { createValidationError, RestError } from '#local/engine/rest-error.ts'
import { validateForPublishing } from '#local/engine/validate-for-publishing.ts'
import type { DispatchWebhooks } from '#local/engine/webhook-events.ts'
import type { IdRoute } from '#local/http/access.ts'
import { createValueError, parseManagementBody, parseResourceRequest } from '#local/http/parse-request.ts'
import { parseJsonBody } from '#local/http/protocol.ts'
import { createLink, createMetadata } from '#local/shared/links.ts'
import { type EntityContent, fieldValuesSchema } from '#local/store/entity-table.ts'
import type { LocaleDefinition, Store } from '#local/store/store.ts'
import { createEntityService, type EntityService } from './entity-service.ts'

export const createEntryService = (store: Store, dispatchWebhooks: DispatchWebhooks): EntityService =>
  createEntityService(store, 'Entry', {
    parseFields: (sent, { headers, current }) => {
      const type = getPublishedContentType(store, current?.contentType ?? getSentContentType(headers))
      const locales = store.locales.all().map(({ draft }) => draft)
      const fields = current ? sent : { ...getDefaultValues(type, sent, locales), ...sent }
      const unknownFields = type.findUnknownFields(fields)
      if (unknownFields.length > 0) throw createValidationError(unknownFields, 'UnknownField')
      const errors = type.validateDraft(fields, locales)
      if (errors.length > 0) throw createValidationError(errors, 'InvalidEntry')
      return fieldValuesSchema.parse(fields)
    },
    create: ({ id, headers }, draft) => store.entries.create(id, draft, getSentContentType(headers)),
    getSys: (entry) => ({
      contentType: createLink('ContentType', entry.contentType ?? ''),
      automationTags: [],
    }),
    checkPublishable: (entry) => validateForPublishing(getPublishedContentType(store, entry.contentType), entry, store),
    dispatchWebhooks,
  })

export function registerEntryRoutes(scope: FastifyInstance, service: EntityService): void {
  service.registerEntityRoutes(scope)
  scope.patch<IdRoute>('/entries/:id', async (request) => {
    const write = parseResourceRequest(request)
    return service.save(write, (current) =>
      service.parse({ ...write, body: patchContent(current.draft, write.body), current }),
    )
  })
}

/**
 * The default values of the fields that the request does not contain. They apply only when an entry is created
 * (contentful.com/developers/docs/references/content-management-api/entries, Create an entry).
 */
function getDefaultValues({ fields }: CompiledContentType, sent: object, locales: readonly LocaleDefinition[]) {
  const defaults = fields.flatMap(({ id, localized, defaultValue }) => {
    if (!defaultValue || Object.hasOwn(sent, id)) return []
    const codes = locales.filter((locale) => locale.default || localized).map(({ code }) => code)
    const values = Object.entries(defaultValue).filter(([code, value]) => codes.includes(code) && value !== null)
    return values.length > 0 ? [[id, Object.fromEntries(values)]] : []
  })
  return Object.fromEntries(defaults)
}

const getSentContentType = (headers: IncomingHttpHeaders) => headers['x-contentful-content-type']?.toString()

function getPublishedContentType({ getPublishedContentTypes }: Store, id: string | null | undefined) {
  if (!id)
    throw new RestError('BadRequest', 'The header X-Contentful-Content-Type must contain the entry’s content type id')
  const type = getPublishedContentTypes().find((published) => published.id === id)
  if (type) return compileContentType(type)
  const details = `There is no published content type "${id}"`
  throw createValidationError([{ name: 'unknownContentType', value: id, details }])
}

const pointer = z.string().regex(/^\/(fields|metadata)(\/|$)/, 'Must start with /fields or /metadata')

/** At most 1,000 operations, so that a patch cannot nest values deeper than recursive functions can read. */
const patchSchema = z
  .array(
    z.discriminatedUnion('op', [
      z.strictObject({ op: z.enum(['add', 'replace', 'test']), path: pointer, value: z.unknown() }),
      z.strictObject({ op: z.enum(['copy', 'move']), path: pointer, from: pointer }),
      z.object({ op: z.literal('remove'), path: pointer }),
    ]),
  )
  .max(1_000)

/** What a patch can copy: as many characters as a request can send. */
const MAX_COPIED_LENGTH = 1_000_000

/** Applies a JSON Patch (RFC 6902). Returns a request body. Throws if an operation cannot be applied. */
function patchContent({ fields, tags }: EntityContent, body: unknown): unknown {
  const { concepts: _, ...metadata } = createMetadata(tags)
  const content = structuredClone({ fields, metadata })
  const getValue = (path: string): unknown => Pointer.fromJSON(path).get(content)
  let copiedLength = 0
  for (const [index, operation] of parseManagementBody(patchSchema, body).entries()) {
    // Each copy can double the size.
    if (operation.op === 'copy') copiedLength += JSON.stringify([getValue(operation.from)]).length
    if (copiedLength > MAX_COPIED_LENGTH)
      throw new RestError('PayloadTooLarge', `The patch copies more than ${MAX_COPIED_LENGTH} characters`)
    if (operation.op === 'test') {
      // rfc6902 would look for the smallest difference, which takes long for lists.
      if (isDeepStrictEqual(getValue(operation.path), operation.value)) continue
      throw createValueError('TestError', [index], operation.path, 'The value is not equal to that of the test')
    }
    const [error] = applyPatch(content, [operation])
    if (error) throw createValueError(error.name, [index], operation.path, error.message || `Failed: ${operation.op}`)
  }
  return parseJsonBody(JSON.stringify(content))
}
