import { LOCAL_SPACE_ID } from '#local/constants.ts'
import type { ContentTypeDefinition, FieldDefinition } from '#local/engine/content-type-definition.ts'
import type { ValueKindsByPath } from '#local/engine/list-schema.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { LocaleDefinition, LocationSys, TagDefinition } from '#local/store/store.ts'

/** Properties of `sys` that can be filtered and ordered by. */
export const DELIVERY_SYS_PATHS: ValueKindsByPath = {
  'sys.id': 'Symbol',
  'sys.type': 'Symbol',
  'sys.createdAt': 'Date',
  'sys.updatedAt': 'Date',
  'sys.publishedVersion': 'Integer',
  'sys.revision': 'Integer',
}

/** `sys` with the times of publishing, or in the preview with those of the draft. */
export function toDeliverySys(
  type: string,
  resource: StoredResource<unknown>,
  locationSys: LocationSys,
  preview: boolean,
) {
  const { id, createdAt, updatedAt, firstPublishedAt, publishedAt, publishedVersion, publishedCounter } = resource
  return {
    ...locationSys,
    type,
    id,
    createdAt: preview ? createdAt : (firstPublishedAt ?? createdAt),
    updatedAt: preview ? updatedAt : (publishedAt ?? updatedAt),
    ...(publishedVersion === null ? {} : { publishedVersion }),
    revision: publishedCounter,
  }
}

/** Converts a content type for a response. */
export const toContentTypeDocument = (
  resource: StoredResource<unknown>,
  { id: _, fields, ...type }: ContentTypeDefinition,
  locationSys: LocationSys,
) => {
  const { publishedVersion: __, ...sys } = toDeliverySys('ContentType', resource, locationSys, false)
  return { sys, ...type, fields: fields.map(withoutValidations) }
}

/** The delivery API has no validations (contentful.rb, content_type.yml). */
function withoutValidations({ validations: _, items, ...field }: FieldDefinition): FieldDefinition {
  if (!items) return field
  const { validations: __, ...itemType } = items
  return { ...field, items: itemType }
}

/** Converts a tag for a response. */
export const toTagDocument = (
  { id, version, createdAt, updatedAt, draft }: StoredResource<TagDefinition>,
  locationSys: LocationSys,
) => ({
  name: draft.name,
  sys: { ...locationSys, type: 'Tag', id, version, visibility: draft.visibility, createdAt, updatedAt },
})

const toLocaleProperties = ({ code, name, default: isDefault, fallbackCode }: LocaleDefinition) => ({
  code,
  name,
  default: isDefault,
  fallbackCode,
})

/** Converts a locale for a response. */
export const toLocaleDocument = ({ id, version, draft }: StoredResource<LocaleDefinition>) => ({
  ...toLocaleProperties(draft),
  sys: { id, type: 'Locale', version },
})

/** The space with its locales. */
export const toSpaceDocument = (locales: readonly StoredResource<LocaleDefinition>[]) => ({
  sys: { type: 'Space', id: LOCAL_SPACE_ID },
  name: 'Local',
  locales: locales.map(({ draft }) => toLocaleProperties(draft)),
})
