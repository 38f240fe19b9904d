import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import { memoizeByObject } from '#local/shared/memoize-by-object.ts'
import type { FieldValues, StoredEntity } from '#local/store/entity-table.ts'
import type { Store } from '#local/store/store.ts'
import { createLocaleReader } from './locale-reader.ts'

/** What a request of the delivery APIs reads. */
export interface ContentReaderOptions {
  /** Drafts instead of the published content. */
  readonly preview: boolean
  /** `*` for all locales. Default: the default locale. */
  readonly locale?: string | undefined
  /** Whether a field without a value in the locale has that of the fallback locale. Default: true. */
  readonly useFallback?: boolean
}

/** The published content types without omitted fields, which the delivery APIs never return. */
export const getDeliveryContentTypes = memoizeByObject(
  (published: readonly ContentTypeDefinition[]): readonly ContentTypeDefinition[] =>
    published.map((type) => ({ ...type, fields: type.fields.filter(({ omitted }) => !omitted) })),
)

/**
 * Creates a function that reads the content of an entity in one view; `undefined` if the view does not contain it. `toFiles`
 * maps the files of an asset by locale. Throws if the space does not have the locale.
 */
export function createContentReader(
  store: Store,
  { preview, locale, useFallback }: ContentReaderOptions,
  toFiles = (files: FieldValues[string]) => files,
) {
  const getValue = createLocaleReader(store, locale, useFallback)
  const contentTypes = new Map(getDeliveryContentTypes(store.getPublishedContentTypes()).map((type) => [type.id, type]))
  const publicTags = new Map(
    store.tags
      .all()
      .flatMap(({ id, draft: { name, visibility } }) => (visibility === 'public' ? [[id, { id, name }]] : [])),
  )
  const readFields = (values: FieldValues, type: ContentTypeDefinition | undefined) =>
    type
      ? type.fields.map(({ id, localized = false }) => [id, getValue(values[id] ?? {}, localized)] as const)
      : Object.entries({ ...values, file: toFiles(values.file ?? {}) }).map(
          ([id, byLocale]) => [id, getValue(byLocale, true)] as const,
        )
  return (entity: StoredEntity) => {
    const content = getVisibleContent(entity, preview)
    const type = contentTypes.get(entity.contentType ?? '')
    if (!content || (entity.contentType !== null && !type)) return undefined
    return {
      fields: Object.fromEntries(readFields(content.fields, type).filter(([, value]) => value !== undefined)),
      tags: content.tags.flatMap((id) => publicTags.get(id) ?? []),
    }
  }
}

/**
 * Returns the published version, or for the preview the draft unless it is archived. Published resources cannot be
 * archived.
 */
function getVisibleContent({ draft, published, archivedAt }: StoredEntity, preview: boolean) {
  if (!preview) return published
  return archivedAt === null ? draft : null
}
