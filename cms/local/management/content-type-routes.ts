import type { FastifyInstance } from 'fastify'
import { compileContentType } from '#local/engine/compile-content-type.ts'
import { contentTypeBodySchema, validateContentType } from '#local/engine/content-type-body.ts'
import type { ContentTypeDefinition, FieldDefinition } from '#local/engine/content-type-definition.ts'
import type { SpaceLimits } from '#local/http/contentful-apis.ts'
import { createValidationError, RestError } from '#local/http/rest-error.ts'
import type { Store } from '#local/store/store.ts'
import type { DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
import { applyFieldChanges, checkFieldChanges } from './content-type-changes.ts'
import { parseManagementBody } from './parse-request.ts'
import { createResourceService, registerResourceRoutes, type WriteRequest } from './resource-routes.ts'
import { toPublishableSys } from './resource-sys.ts'

/** Registers the content type endpoints. */
export function registerContentTypeRoutes(
  scope: FastifyInstance,
  store: Store,
  dispatchWebhooks: DispatchWebhooks,
  limits: Pick<SpaceLimits, 'contentTypes'>,
): void {
  const { contentTypes, editorInterfaces, entries } = store
  const service = createResourceService<ContentTypeDefinition>(store, {
    type: 'ContentType',
    path: '/content_types',
    can: ['create', 'upsert', 'delete', 'publish'],
    table: contentTypes,
    parse: (request) => {
      const type = parseContentType(request)
      if (!request.current) checkContentTypeLimit(contentTypes.all().length, limits.contentTypes)
      validateContentType(type)
      checkDefaultValues(type, store)
      checkFieldChanges(type, request.current?.published ?? null)
      return type
    },
    toResponse: (contentType) => {
      const { id: _, fields, ...type } = contentType.draft
      return {
        sys: toPublishableSys('ContentType', contentType, store.locationSys),
        ...type,
        fields: fields.map(({ publishedId: __, ...field }) => field),
      }
    },
    beforePublish: (contentType) => applyFieldChanges(store, contentType),
    checkUnpublishable: ({ id }) => {
      const { total } = entries.list({ contentType: id, skip: 0, limit: 1 })
      // Recorded: contentful-management.rb, vcr_cassettes/content_type/deactivate_with_entries.yml.
      if (total > 0) throw new RestError('BadRequest', 'Content Type has entries')
    },
    beforeRemove: ({ id }) => editorInterfaces.remove(id),
    onChange: (event, entity) => dispatchWebhooks(`ContentType.${event}`, entity),
  })
  registerResourceRoutes(scope, service)
}

/** Parses a content type. Fields with `deleted` are removed, fields with `newId` are renamed. */
function parseContentType({ id, body, current }: WriteRequest<ContentTypeDefinition>): ContentTypeDefinition {
  const { name, description, displayField, fields: sent } = parseManagementBody(contentTypeBodySchema, body)
  const fields = sent
    .filter(({ deleted }) => !deleted)
    .map(({ deleted: _, newId, ...field }): FieldDefinition => {
      const stored = current?.draft.fields.find((other) => other.id === field.id)
      const publishedId = newId && stored?.publishedId === undefined ? stored?.id : stored?.publishedId
      return { ...field, id: newId ?? field.id, ...(publishedId === undefined ? {} : { publishedId }) }
    })
    .map((field, _, all) => {
      const isOldId = field.publishedId === undefined && all.some(({ publishedId }) => publishedId === field.id)
      return isOldId ? { ...field, publishedId: null } : field
    })
  const newDisplayField = sent.find((field) => field.id === displayField)?.newId
  return { id, name, description, displayField: newDisplayField ?? displayField, fields }
}

function checkContentTypeLimit(count: number, limit: number): void {
  if (count < limit) return
  const reason = `This space already has ${count} content types; the limit is ${limit}`
  throw new RestError('AccessDenied', 'Forbidden', { reasons: ['usageExceeded', reason] })
}

/** The types of fields that can have default values (contentful-migration, src/lib/offline-api/validator/schema). */
const DEFAULT_VALUE_TYPES = ['Symbol', 'Text', 'Integer', 'Number', 'Boolean', 'Date', 'Array of Symbol']

/** Throws if a field cannot have default values, or a default value has another type than its field. */
function checkDefaultValues({ id, name, fields }: ContentTypeDefinition, { locales }: Store): void {
  const fieldsWithDefaults = fields.filter(({ defaultValue }) => defaultValue)
  const unsupported = fieldsWithDefaults
    .filter(({ type, items }) => !DEFAULT_VALUE_TYPES.includes(items ? `${type} of ${items.type}` : type))
    .map((field) => ({ name: 'defaultValue', path: ['fields', field.id], details: `Not for the type ${field.type}` }))
  // A default value of another locale is accepted and has no effect if the field is not localized.
  const type = { id, name, fields: fieldsWithDefaults.map((field) => ({ ...field, localized: true })) }
  const values = Object.fromEntries(fieldsWithDefaults.map((field) => [field.id, field.defaultValue ?? {}]))
  const { validateDraft } = compileContentType(type)
  const invalid = validateDraft(
    values,
    locales.all().map(({ draft }) => draft),
  ).map(({ path: [, id, ...rest] = [], ...error }) => ({
    ...error,
    path: ['fields', id ?? '', 'defaultValue', ...rest],
  }))
  const errors = [...unsupported, ...invalid]
  if (errors.length > 0) throw createValidationError(errors)
}
