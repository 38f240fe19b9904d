import type { ContentTypeDefinition, FieldDefinition } from '#local/engine/content-type-definition.ts'
import type { ValueKindsByPath } from '#local/engine/list-schema.ts'
import { RestError } from '#local/http/rest-error.ts'
import { createResourceLink } from '#local/management/resource-sys.ts'
import { processedFileSchema } from '#local/store/file-store.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type {
  FieldValues,
  LocaleDefinition,
  LocationSys,
  Store,
  StoredContent,
  TagDefinition,
} from '#local/store/store.ts'

/** Properties of `sys` that can be filtered and ordered by. */
export const DELIVERY_SYS_PATHS: ValueKindsByPath = {
  'sys.id': 'Symbol',
  'sys.type': 'Symbol',
  'sys.createdAt': 'Date',
  'sys.updatedAt': 'Date',
  'sys.publishedVersion': 'Integer',
  'sys.revision': 'Integer',
}

/** How a request reads content. */
interface ReadOptions {
  /** Reads drafts instead of published versions. */
  readonly preview: boolean
  readonly locale: LocaleSelection
  /** The `Host` header of the request. */
  readonly host: string
  readonly isPublicTag: (id: string) => boolean
  readonly locationSys: LocationSys
}

/** An entry or asset in a response. */
export interface DeliveryDocument {
  readonly metadata: object
  readonly sys: { readonly type: string; readonly id: string }
  readonly fields: Readonly<Record<string, unknown>>
}

/** The visible content of a resource: the published version, or for the preview the draft unless it is archived. */
const getVisibleContent = <Body>(
  { draft, published, archivedAt }: StoredResource<Body>,
  preview: boolean,
): Body | null => {
  if (!preview) return published
  return archivedAt === null ? draft : null
}

/** Converts an entry for a response. Returns `undefined` if the request cannot see it. */
export function toEntryDocument(
  resource: StoredResource<StoredContent>,
  type: ContentTypeDefinition,
  options: ReadOptions,
): DeliveryDocument | undefined {
  const content = getVisibleContent(resource, options.preview)
  if (!content) return undefined
  const fields = type.fields.map(
    ({ id, localized }) => [id, options.locale.getValue(content.fields[id] ?? {}, localized ?? false)] as const,
  )
  return createDocument('Entry', resource, content, fields, options)
}

/** Converts an asset for a response. Returns `undefined` if the request cannot see it. */
export function toAssetDocument(
  resource: StoredResource<StoredContent>,
  options: ReadOptions,
): DeliveryDocument | undefined {
  const content = getVisibleContent(resource, options.preview)
  if (!content) return undefined
  const { file = {}, ...texts } = content.fields
  const values: FieldValues = { ...texts, file: addHostToProcessedFiles(file, options.host) }
  const fields = Object.entries(values).map(([id, byLocale]) => [id, options.locale.getValue(byLocale, true)] as const)
  return createDocument('Asset', resource, content, fields, options)
}

function createDocument(
  type: 'Entry' | 'Asset',
  resource: StoredResource<StoredContent>,
  { tags }: StoredContent,
  fields: readonly (readonly [id: string, value: unknown])[],
  { preview, locale, isPublicTag, locationSys }: ReadOptions,
): DeliveryDocument {
  return {
    metadata: { tags: tags.filter(isPublicTag).map((id) => createResourceLink('Tag', id)), concepts: [] },
    sys: {
      ...toDeliverySys(type, resource, locationSys, preview),
      ...(resource.contentType === null
        ? {}
        : { contentType: createResourceLink('ContentType', resource.contentType) }),
      ...(locale.code === undefined ? {} : { locale: locale.code }),
    },
    fields: Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
  }
}

/** Adds the host to file URLs, without a protocol (docs/contentful.md, REST). Omits unprocessed files, which have no URL. */
const addHostToProcessedFiles = (file: Readonly<Record<string, unknown>>, host: string) =>
  Object.fromEntries(
    Object.entries(file).flatMap(([locale, value]) => {
      const { success, data } = processedFileSchema.safeParse(value)
      return success ? [[locale, { ...data, url: `//${host}${data.url}` }]] : []
    }),
  )

/** `sys` with the times of publishing, or in the preview with those of the draft. */
function toDeliverySys(type: string, resource: StoredResource<unknown>, locationSys: LocationSys, preview: boolean) {
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

/** The locale of a response: one, or all of them. */
export interface LocaleSelection {
  /** Absent if the response contains all locales. */
  readonly code?: string
  /** Selects from the values by locale. A field that is not localized has one value for all locales. */
  readonly getValue: (values: Readonly<Record<string, unknown>>, isLocalized: boolean) => unknown
}

/** The parameter `locale` for all locales. */
export const ALL_LOCALES = '*'

/** Locales that are enabled for the delivery APIs, the default locale first. */
export const getDeliveryLocales = ({ locales }: Store) =>
  locales
    .all()
    .filter(({ draft }) => draft.contentDeliveryApi)
    .sort((a, b) => Number(b.draft.default) - Number(a.draft.default))

/** Selects a locale, by default with its fallback locales. Throws if the space does not have it. */
export function selectLocale(
  store: Store,
  code: string = store.getDefaultLocale(),
  useFallback: boolean = true,
): LocaleSelection {
  const defaultLocale = store.getDefaultLocale()
  const byCode = new Map(getDeliveryLocales(store).map(({ draft }) => [draft.code, draft]))
  if (code === ALL_LOCALES) {
    return {
      getValue: (values) => {
        const localeValues = Object.entries(values).filter(([locale, value]) => byCode.has(locale) && value !== null)
        return localeValues.length > 0 ? Object.fromEntries(localeValues) : undefined
      },
    }
  }
  const chain = createFallbackChain(code, byCode).slice(0, useFallback ? undefined : 1)
  if (chain.length === 0) {
    throw new RestError('BadRequest', `Unknown locale: ${code}`, { type: 'locale', value: code })
  }
  return {
    code,
    getValue: (values, isLocalized) => {
      const valueLocale = (isLocalized ? chain : [defaultLocale]).find((locale) => values[locale] != null)
      return valueLocale && values[valueLocale]
    },
  }
}

/** The locale, its fallback, the fallback of that, and so on. */
function createFallbackChain(
  code: string | null,
  byCode: ReadonlyMap<string, LocaleDefinition>,
  chain: readonly string[] = [],
): readonly string[] {
  const locale = code === null || chain.includes(code) ? undefined : byCode.get(code)
  return locale ? createFallbackChain(locale.fallbackCode, byCode, [...chain, locale.code]) : chain
}
