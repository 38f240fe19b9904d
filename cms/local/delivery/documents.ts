import type { ContentTypeDefinition } from '#cms/graphql/content-type-definition.ts'
import { RestError } from '#cms/local/http/rest-error.ts'
import { createResourceLink, LOCAL_SPACE_SYS } from '#cms/local/management/resource-sys.ts'
import type { ValueKindsByPath } from '#cms/local/query/list-schema.ts'
import { processedFileSchema } from '#cms/local/store/file-store.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { FieldValues, LocaleDefinition, Store, StoredContent, TagDefinition } from '#cms/local/store/store.ts'
import { LOCALE } from '#shared/constants.ts'

/** What can be asked of the `sys` of whatever is published. */
export const DELIVERY_SYS_PATHS: ValueKindsByPath = {
  'sys.id': 'Symbol',
  'sys.type': 'Symbol',
  'sys.createdAt': 'Date',
  'sys.updatedAt': 'Date',
  'sys.publishedVersion': 'Integer',
  'sys.revision': 'Integer',
}

/** How this request reads. */
interface Reading {
  /** Drafts as they stand, instead of what is published. */
  readonly preview: boolean
  readonly language: LocaleSelection
  /** Under which the asker reaches this server, with its port */
  readonly host: string
  readonly isPublicTag: (id: string) => boolean
}

/** An entry or asset as it is answered. */
export interface DeliveryDocument {
  readonly metadata: object
  readonly sys: { readonly type: string; readonly id: string }
  readonly fields: Readonly<Record<string, unknown>>
}

/** What is shown of a resource: nothing of what is archived, and without preview nothing of a draft. */
const shown = <Body>({ draft, published, archivedAt }: StoredResource<Body>, preview: boolean): Body | null => {
  if (!preview) return published
  return archivedAt === null ? draft : null
}

export function toEntryDocument(
  found: StoredResource<StoredContent>,
  type: ContentTypeDefinition,
  reading: Reading,
): DeliveryDocument | undefined {
  const content = shown(found, reading.preview)
  if (!content) return undefined
  const fields = type.fields.map(
    ({ id, localized }) => [id, reading.language.getValue(content.fields[id] ?? {}, localized ?? false)] as const,
  )
  return document('Entry', found, content, fields, reading)
}

export function toAssetDocument(found: StoredResource<StoredContent>, reading: Reading): DeliveryDocument | undefined {
  const content = shown(found, reading.preview)
  if (!content) return undefined
  const { file = {}, ...texts } = content.fields
  const values: FieldValues = { ...texts, file: withHost(file, reading.host) }
  const fields = Object.entries(values).map(
    ([id, byLocale]) => [id, reading.language.getValue(byLocale, true)] as const,
  )
  return document('Asset', found, content, fields, reading)
}

function document(
  type: 'Entry' | 'Asset',
  found: StoredResource<StoredContent>,
  { tags }: StoredContent,
  fields: readonly (readonly [id: string, value: unknown])[],
  { preview, language, isPublicTag }: Reading,
): DeliveryDocument {
  return {
    metadata: { tags: tags.filter(isPublicTag).map((id) => createResourceLink('Tag', id)), concepts: [] },
    sys: {
      ...deliverySys(type, found, preview),
      ...(found.contentType === null ? {} : { contentType: createResourceLink('ContentType', found.contentType) }),
      ...(language.code === undefined ? {} : { locale: language.code }),
    },
    fields: Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
  }
}

/** Addresses without a protocol (docs/contentful.md, REST). A file that is not processed has none yet: it is left out. */
const withHost = (file: Readonly<Record<string, unknown>>, host: string) =>
  Object.fromEntries(
    Object.entries(file).flatMap(([locale, value]) => {
      const { success, data } = processedFileSchema.safeParse(value)
      return success ? [[locale, { ...data, url: `//${host}${data.url}` }]] : []
    }),
  )

/** The times are those of publication; of a draft, those of the draft. */
function deliverySys(type: string, found: StoredResource<unknown>, preview: boolean) {
  const { id, createdAt, updatedAt, firstPublishedAt, publishedAt, publishedVersion, publishedCounter } = found
  return {
    ...LOCAL_SPACE_SYS,
    type,
    id,
    createdAt: preview ? createdAt : (firstPublishedAt ?? createdAt),
    updatedAt: preview ? updatedAt : (publishedAt ?? updatedAt),
    ...(publishedVersion === null ? {} : { publishedVersion }),
    revision: publishedCounter,
  }
}

export const toContentTypeDocument = (found: StoredResource<unknown>, { id: _, ...type }: ContentTypeDefinition) => ({
  sys: deliverySys('ContentType', found, false),
  ...type,
})

export const toTagDocument = ({ id, version, createdAt, updatedAt, draft }: StoredResource<TagDefinition>) => ({
  name: draft.name,
  sys: { ...LOCAL_SPACE_SYS, type: 'Tag', id, version, visibility: draft.visibility, createdAt, updatedAt },
})

/** The language of an answer; all of them at once is one too. */
export interface LocaleSelection {
  /** absent where the answer has all of them */
  readonly code?: string
  /** The value out of those by locale. A field that is not localized has one, whatever the language. */
  readonly getValue: (values: Readonly<Record<string, unknown>>, isLocalized: boolean) => unknown
}

export const ALL_LOCALES = '*'

/** The locales that may be read here, the default one first. */
export const getDeliveryLocales = ({ locales }: Store) =>
  locales
    .all()
    .filter(({ draft }) => draft.contentDeliveryApi)
    .sort((one, other) => Number(other.draft.default) - Number(one.draft.default))

/** The language that a request asks for by its parameter `locale`. Throws where the space has none of that code. */
export function selectLocale(store: Store, asked: string = LOCALE): LocaleSelection {
  const byCode = new Map(getDeliveryLocales(store).map(({ draft }) => [draft.code, draft]))
  if (asked === ALL_LOCALES) {
    return {
      getValue: (values) => {
        const delivered = Object.entries(values).filter(([code]) => byCode.has(code))
        return delivered.length > 0 ? Object.fromEntries(delivered) : undefined
      },
    }
  }
  const chain = chainOf(asked, byCode)
  if (chain.length === 0) {
    throw new RestError('BadRequest', `Unknown locale: ${asked}`, { type: 'locale', value: asked })
  }
  return {
    code: asked,
    getValue: (values, isLocalized) => {
      const code = (isLocalized ? chain : [LOCALE]).find((each) => values[each] !== undefined)
      return code && values[code]
    },
  }
}

/** A locale, the one that stands in for it, and so on. */
function chainOf(
  code: string | null,
  byCode: ReadonlyMap<string, LocaleDefinition>,
  before: readonly string[] = [],
): readonly string[] {
  const locale = code === null || before.includes(code) ? undefined : byCode.get(code)
  return locale ? chainOf(locale.fallbackCode, byCode, [...before, locale.code]) : before
}
