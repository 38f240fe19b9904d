import type { ContentTypeDefinition, FieldDefinition } from '#local/engine/content-type-definition.ts'
import { createValidationError, RestError } from '#local/http/rest-error.ts'
import type { ResourceTable, StoredResource } from '#local/store/resource-table.ts'
import type { FieldValues, Store, StoredContent } from '#local/store/store.ts'

/**
 * Throws if a published field has another type, or is deleted before a version in which it is omitted was published. The
 * message about deletion is the real one (contentful/contentful-cli, issue 74).
 */
export function checkFieldChanges(type: ContentTypeDefinition, published: ContentTypeDefinition | null): void {
  const fields = (published?.fields ?? []).map((previous) => ({ previous, current: findCurrent(type, previous.id) }))
  const deleted = fields.filter(({ previous, current }) => !current && !previous.omitted)
  if (deleted.length > 0) {
    const details = 'A field must be omitted in a published version before it is deleted'
    const errors = deleted.map(({ previous }) => ({ name: 'omitted', path: ['fields', previous.id], details }))
    throw new RestError('BadRequest', 'You need to omit a field before deleting it', { errors })
  }
  const changed = fields.filter(({ previous, current }) => current && formatType(current) !== formatType(previous))
  if (changed.length === 0) return
  throw createValidationError(
    changed.map(({ previous }) => ({
      name: 'type',
      path: ['fields', previous.id],
      details: `The type ${formatType(previous)} cannot be changed`,
    })),
  )
}

/** The field that has the values of a published field, possibly with a new id. */
const findCurrent = ({ fields }: ContentTypeDefinition, publishedId: string): FieldDefinition | undefined =>
  fields.find((field) => (field.publishedId === undefined ? field.id : field.publishedId) === publishedId)

/** Formats a field type, for example `Array of Link to Entry`. */
function formatType({ type, linkType, items }: Pick<FieldDefinition, 'type' | 'linkType' | 'items'>): string {
  if (items) return `${type} of ${formatType(items)}`
  return type === 'Link' ? `Link to ${linkType}` : type
}

/**
 * Writes what publishing a content type changes elsewhere: entries lose the values of deleted fields and keep those of
 * renamed fields under the new id, in drafts and published versions. The editor interface has one control per field.
 */
export function applyFieldChanges(store: Store, contentType: StoredResource<ContentTypeDefinition>): void {
  const { id, draft, published } = contentType
  const newIds = new Map(published?.fields.map((field) => [field.id, findCurrent(draft, field.id)?.id]))
  const isChanged = [...newIds].some(([previous, current]) => previous !== current)
  if (isChanged) {
    const toCurrentFields = (fields: FieldValues): FieldValues =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([name, values]) => {
          const newId = newIds.has(name) ? newIds.get(name) : name
          return newId === undefined ? [] : [[newId, values]]
        }),
      )
    rewriteFields(store.entries, toCurrentFields, id)
  }
  if (draft.fields.some((field) => field.publishedId !== undefined)) {
    const fields = draft.fields.map(({ publishedId: _, ...field }) => field)
    store.contentTypes.rewrite(id, { ...draft, fields }, published)
  }
  updateEditorInterface(store, draft)
}

/**
 * Creates the editor interface at version 1 when the content type is first published (docs/contentful.md). Later
 * publications increase its version, as contentful-migration expects (src/lib/offline-api/index.ts, publishContentType).
 */
function updateEditorInterface({ editorInterfaces }: Store, { id, fields }: ContentTypeDefinition): void {
  const existing = editorInterfaces.get(id)?.draft
  const controls = fields.map((field) => {
    const previousId = field.publishedId === undefined ? field.id : field.publishedId
    const control = existing?.controls.find(({ fieldId }) => fieldId === previousId)
    return { ...control, fieldId: field.id }
  })
  if (existing) editorInterfaces.save(id, { ...existing, controls })
  else editorInterfaces.create(id, { controls })
}

/** Rewrites the fields of drafts and published versions, without new versions. */
export function rewriteFields(
  resources: ResourceTable<StoredContent>,
  transform: (fields: FieldValues) => FieldValues,
  contentType?: string,
): void {
  const rewrite = ({ fields, ...rest }: StoredContent): StoredContent => ({ ...rest, fields: transform(fields) })
  for (const { id, draft, published, contentType: type } of resources.all()) {
    if (contentType === undefined || type === contentType)
      resources.rewrite(id, rewrite(draft), published && rewrite(published))
  }
}
