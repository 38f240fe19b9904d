import type { ContentTypeDefinition } from '#local/engine/content-type-definition.ts'
import type { ContentLink } from '#local/links.ts'
import { createResourceLink } from '#local/links.ts'
import { processedFileSchema } from '#local/store/file-store.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'
import { toDeliverySys } from './documents.ts'
import { selectLocale } from './locale-selection.ts'

/** An entry or asset in a response. */
export interface DeliveryDocument {
  readonly metadata: object
  readonly sys: { readonly type: string; readonly id: string }
  readonly fields: Readonly<Record<string, unknown>>
}

/** Reads entries and assets in one locale. Returns `undefined` for resources that the request cannot see. */
export interface ContentReader {
  readonly read: (resource: StoredResource<StoredContent> | undefined) => DeliveryDocument | undefined
  readonly resolveLink: (link: ContentLink['sys']) => DeliveryDocument | undefined
}

/** What a request reads. */
export interface ReaderOptions {
  /** Drafts instead of published versions. */
  readonly preview: boolean
  /** The `Host` header of the request, for URLs of files. */
  readonly host: string
}

type ContentTypesById = ReadonlyMap<string, ContentTypeDefinition>

const deliveryTypes = new WeakMap<readonly ContentTypeDefinition[], ContentTypesById>()

/**
 * Published content types by id, without omitted fields, which the delivery APIs never return. They are cached until one
 * changes.
 */
export function getDeliveryContentTypes(store: Store): ContentTypesById {
  const published = store.getPublishedContentTypes()
  const types = deliveryTypes.get(published) ?? new Map(published.map((type) => [type.id, withoutOmittedFields(type)]))
  deliveryTypes.set(published, types)
  return types
}

const withoutOmittedFields = (type: ContentTypeDefinition): ContentTypeDefinition => ({
  ...type,
  fields: type.fields.filter(({ omitted }) => !omitted),
})

/**
 * Creates a reader for a locale, `*` for all locales; by default for the default locale. Throws if the space does not
 * have the locale.
 */
export function createContentReader(
  store: Store,
  { preview, host }: ReaderOptions,
  localeCode?: string,
): ContentReader {
  const locale = selectLocale(store, localeCode)
  const contentTypes = getDeliveryContentTypes(store)
  // One query per link would take longer: `all` is cached.
  const indexes = new Map<Store['entries'], ReadonlyMap<string, StoredResource<StoredContent>>>()
  const getResource = (table: Store['entries'], id: string) => {
    const index = indexes.get(table) ?? new Map(table.all().map((resource) => [resource.id, resource]))
    indexes.set(table, index)
    return index.get(id)
  }
  const publicTags = new Set(store.tags.all().flatMap(({ id, draft }) => (draft.visibility === 'public' ? id : [])))

  const readEntryFields = ({ fields }: StoredContent, type: ContentTypeDefinition) =>
    type.fields.map(({ id, localized }) => [id, locale.getValue(fields[id] ?? {}, localized ?? false)] as const)

  const readAssetFields = ({ fields: { file = {}, ...texts } }: StoredContent) =>
    Object.entries({ ...texts, file: addHostToProcessedFiles(file, host) }).map(
      ([id, values]) => [id, locale.getValue(values, true)] as const,
    )

  const read: ContentReader['read'] = (resource) => {
    const content = resource && getVisibleContent(resource, preview)
    if (!content) return undefined
    const { contentType } = resource
    const type = contentTypes.get(contentType ?? '')
    if (contentType !== null && !type) return undefined
    const fields = type ? readEntryFields(content, type) : readAssetFields(content)
    return {
      metadata: {
        tags: content.tags.filter((id) => publicTags.has(id)).map((id) => createResourceLink('Tag', id)),
        concepts: [],
      },
      sys: {
        ...toDeliverySys(type ? 'Entry' : 'Asset', resource, store.locationSys, preview),
        ...(type && { contentType: createResourceLink('ContentType', type.id) }),
        ...(locale.code !== undefined && { locale: locale.code }),
      },
      fields: Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
    }
  }

  return {
    read,
    resolveLink: ({ linkType, id }) => read(getResource(linkType === 'Entry' ? store.entries : store.assets, id)),
  }
}

/**
 * Returns the published version, or for the preview the draft unless it is archived. Published resources cannot be
 * archived.
 */
export function getVisibleContent({ draft, published, archivedAt }: StoredResource<StoredContent>, preview: boolean) {
  if (!preview) return published
  return archivedAt === null ? draft : null
}

/** Adds the host to file URLs, without a protocol (docs/contentful.md, REST). Omits unprocessed files, which have no URL. */
const addHostToProcessedFiles = (file: Readonly<Record<string, unknown>>, host: string) =>
  Object.fromEntries(
    Object.entries(file).flatMap(([locale, value]) => {
      const { success, data } = processedFileSchema.safeParse(value)
      return success ? [[locale, { ...data, url: `//${host}${data.url}` }]] : []
    }),
  )
