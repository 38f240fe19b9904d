import * as z from 'zod'
import { compileContentType } from '#local/engine/compile-content-type.ts'
import { createValidationError, expectExisting, RestError } from '#local/engine/rest-error.ts'
import type { DispatchWebhooks } from '#local/engine/webhook-events.ts'
import type { SpaceLimits } from '#local/http/contentful-apis.ts'
import { createBodySchema, createValueError, expectBelowLimit, parseManagementBody } from '#local/http/parse-request.ts'
import {
  type ContentTypeDefinition,
  type FieldDefinition,
  formatFieldType,
} from '#local/shared/content-type-definition.ts'
import { createLink } from '#local/shared/links.ts'
import type { FieldValues } from '#local/store/entity-table.ts'
import type { EditorInterface, Store } from '#local/store/store.ts'
import { contentTypeBodySchema, validateContentType } from './content-type-body.ts'
import { createResourceService, type WriteRequest } from './resource-service.ts'

export function createContentTypeService(store: Store, dispatchWebhooks: DispatchWebhooks, limits: SpaceLimits) {
  const { contentTypes, editorInterfaces, entries, runTransaction } = store
  return createResourceService<ContentTypeDefinition>({
    path: '/content_types',
    can: ['create', 'upsert', 'delete', 'publish'],
    table: {
      ...contentTypes,
      publish: (id) =>
        runTransaction(() => {
          applyFieldChanges(store, id)
          return contentTypes.publish(id)
        }),
      unpublish: (id) => {
        const total = entries.count({ version: 'draft', contentType: id })
        // Recorded: contentful-management.rb, vcr_cassettes/content_type/deactivate_with_entries.yml.
        if (total > 0) throw new RestError('BadRequest', 'Content Type has entries')
        return contentTypes.unpublish(id)
      },
      remove: (id) =>
        runTransaction(() => {
          editorInterfaces.remove(id)
          contentTypes.remove(id)
        }),
    },
    parse: (request) => {
      const type = parseContentType(request)
      if (!request.current) expectBelowLimit('content types', contentTypes.all(), limits.contentTypes)
      validateContentType(type)
      checkDefaultValues(type, store)
      checkFieldChanges(type, request.current?.published ?? null)
      return type
    },
    getProperties: ({ draft: { id: _, fields, ...type } }) => ({
      ...type,
      fields: fields.map(({ publishedId: __, ...field }) => field),
    }),
    dispatchWebhooks,
  })
}

/** Parses a content type. Fields with `deleted` are removed, fields with `newId` are renamed. */
function parseContentType({ id, body, current }: WriteRequest<ContentTypeDefinition>): ContentTypeDefinition {
  const { name, description, displayField, fields: sent, metadata } = parseManagementBody(contentTypeBodySchema, body)
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
  const displayed = sent.find((field) => field.id === displayField)?.newId ?? displayField
  return { id, name, description, displayField: displayed, fields, metadata: updateAnnotations(metadata, sent) }
}

type ContentTypeBody = z.output<typeof contentTypeBodySchema>

/** Moves the annotations of renamed fields to the new id, and removes those of deleted fields. Throws for an unknown field. */
function updateAnnotations(metadata: ContentTypeBody['metadata'], fields: ContentTypeBody['fields']) {
  const byField = metadata?.annotations?.ContentTypeField
  if (!byField) return metadata ?? undefined
  const updated = Object.entries(byField).flatMap(([id, annotations]) => {
    const field = fields.find((sent) => sent.id === id) ?? fields.find((sent) => sent.newId === id)
    const path = ['metadata', 'annotations', 'ContentTypeField', id]
    if (!field) throw createValueError('unknown', path, id, `There is no field "${id}"`)
    return field.deleted ? [] : [[field.newId ?? field.id, annotations]]
  })
  return { ...metadata, annotations: { ...metadata.annotations, ContentTypeField: Object.fromEntries(updated) } }
}

/** The types of fields that can have default values (contentful-migration, src/lib/offline-api/validator/schema). */
const DEFAULT_VALUE_TYPES = ['Symbol', 'Text', 'Integer', 'Number', 'Boolean', 'Date', 'Array of Symbol']

/** Throws if a field cannot have default values, or a default value has another type than its field. */
function checkDefaultValues(contentType: ContentTypeDefinition, { locales }: Store): void {
  const fields = contentType.fields.filter(({ defaultValue }) => defaultValue)
  const unsupported = fields
    .filter((field) => !DEFAULT_VALUE_TYPES.includes(formatFieldType(field)))
    .map(({ id, type }) => ({ name: 'defaultValue', path: ['fields', id], details: `Not for the type ${type}` }))
  // A default value of another locale is accepted and has no effect if the field is not localized.
  const type = { ...contentType, fields: fields.map((field) => ({ ...field, localized: true })) }
  const values = Object.fromEntries(fields.map(({ id, defaultValue }) => [id, defaultValue]))
  const localeDefinitions = locales.all().map(({ draft }) => draft)
  const invalid = compileContentType(type)
    .validateDraft(values, localeDefinitions)
    .map(({ path: [, id = '', ...rest] = [], ...error }) => ({
      ...error,
      path: ['fields', id, 'defaultValue', ...rest],
    }))
  const errors = [...unsupported, ...invalid]
  if (errors.length > 0) throw createValidationError(errors)
}

/** Throws if a published field changes its type, or is deleted too early (reported: contentful-cli, issue 74). */
function checkFieldChanges(type: ContentTypeDefinition, published: ContentTypeDefinition | null): void {
  const fields = published?.fields ?? []
  const findCurrent = ({ id }: FieldDefinition) => type.fields.find((field) => getPublishedId(field) === id)
  const details = 'A field must be omitted in a published version before it is deleted'
  const errors = fields
    .filter((previous) => !findCurrent(previous) && !previous.omitted)
    .map(({ id }) => ({ name: 'omitted', path: ['fields', id], details }))
  if (errors.length > 0) throw new RestError('BadRequest', 'You need to omit a field before deleting it', { errors })
  const changed = fields.flatMap((previous) => {
    const previousType = formatFieldType(previous)
    if (formatFieldType(findCurrent(previous) ?? previous) === previousType) return []
    return { name: 'type', path: ['fields', previous.id], details: `The type ${previousType} cannot be changed` }
  })
  if (changed.length > 0) throw createValidationError(changed)
}

/** The id that a field has in published versions of entries; `null` if it has none. */
const getPublishedId = ({ id, publishedId }: FieldDefinition): string | null =>
  publishedId === undefined ? id : publishedId

/**
 * Writes what publishing a content type changes elsewhere: entries lose the values of deleted fields and keep those of
 * renamed fields under the new id, in drafts and published versions. The editor interface has one control per field. It
 * is created when the content type is first published (docs/contentful.md); later publications increase its version, as
 * contentful-migration expects (src/lib/offline-api/index.ts, publishContentType).
 */
function applyFieldChanges({ contentTypes, editorInterfaces, entries }: Store, id: string): void {
  const { draft, published } = expectExisting(contentTypes.get(id), 'ContentType', id)
  const { fields } = draft
  const toCurrentFields = (values: FieldValues): FieldValues =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = values[getPublishedId(field) ?? '']
        return value ? [[field.id, value]] : []
      }),
    )
  // Reading all entries is slow, and without a deleted or renamed field there is nothing to rewrite.
  const isUnchanged = (published?.fields ?? []).every((previous) =>
    fields.some((field) => field.id === previous.id && getPublishedId(field) === previous.id),
  )
  if (!isUnchanged) entries.rewriteFields(toCurrentFields, id)
  if (fields.some(({ publishedId }) => publishedId !== undefined)) {
    const renamed = { ...draft, fields: fields.map(({ publishedId: _, ...field }) => field) }
    contentTypes.rewrite(id, renamed, published)
  }
  const existing = editorInterfaces.get(id)?.draft
  const controls = fields.map((field) => {
    const control = existing?.controls.find(({ fieldId }) => fieldId === getPublishedId(field))
    return { ...control, fieldId: field.id }
  })
  editorInterfaces.createOrSave(id, { ...existing, controls })
}

const partsSchema = z.array(z.record(z.string(), z.unknown())).optional()

/** Only the controls are validated. The other parts configure Contentful's web app and are stored as sent. */
const editorInterfaceSchema = createBodySchema({
  controls: z.array(z.looseObject({ fieldId: z.string() })).default([]),
  sidebar: partsSchema,
  editor: z.record(z.string(), z.unknown()).optional(),
  editors: partsSchema,
  editorLayout: partsSchema,
  groupControls: partsSchema,
})

/** Editor interfaces. One exists once its content type was published. */
export const createEditorInterfaceService = ({ editorInterfaces, contentTypes }: Store) =>
  createResourceService<EditorInterface>({
    path: '/editor_interfaces',
    itemPath: '/content_types/:id/editor_interface',
    can: [],
    table: editorInterfaces,
    parse: ({ id, body }) => {
      const editorInterface = parseManagementBody(editorInterfaceSchema, body)
      const fields = contentTypes.get(id)?.draft.fields ?? []
      const errors = editorInterface.controls
        .filter(({ fieldId }) => !fields.some((field) => field.id === fieldId))
        .map(({ fieldId }) => ({ name: 'unknown', path: ['controls'], value: fieldId }))
      if (errors.length > 0) throw createValidationError(errors)
      return editorInterface
    },
    getSys: ({ id }) => ({ id: 'default', contentType: createLink('ContentType', id) }),
  })
