import { selectLocale } from '#local/engine/locale-selection.ts'
import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import { createLink, createMetadata, type EntityLink } from '#local/shared/links.ts'
import { memoizeByObject } from '#local/shared/memoize-by-object.ts'
import { type EntityContent, getVisibleContent, type StoredEntity } from '#local/store/entity-table.ts'
import { addHostToFile } from '#local/store/file-store.ts'
import type { LocationSys, StoredResource } from '#local/store/resource-table.ts'
import type { Store } from '#local/store/store.ts'

/** An entry or asset in a response. */
export interface DeliveryEntity {
  readonly metadata: object
  readonly sys: { readonly type: string; readonly id: string }
  readonly fields: Readonly<Record<string, unknown>>
}

/** What a request reads. */
export interface ReaderOptions {
  /** Drafts instead of published versions. */
  readonly preview: boolean
  /** The `Host` header of the request, for URLs of files. */
  readonly host: string
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
 * Creates a reader of entries and assets. It returns `undefined` for what the request cannot see. Throws if the space does
 * not have the locale.
 */
export function createEntityReader(store: Store, { preview, host, locale: code, useFallback }: ReaderOptions) {
  const locale = selectLocale(store, code, useFallback)
  const contentTypes = getDeliveryContentTypes(store.getPublishedContentTypes())
  const publicTags = store.tags.all().flatMap(({ id, draft }) => (draft.visibility === 'public' ? id : []))

  const readFields = ({ fields }: EntityContent, type: ContentTypeDefinition | undefined) =>
    type
      ? type.fields.map(({ id, localized = false }) => [id, locale.getValue(fields[id] ?? {}, localized)] as const)
      : Object.entries({ ...fields, file: addHostToFiles(fields.file, host) }).map(
          ([id, values]) => [id, locale.getValue(values, true)] as const,
        )

  const read = (resource: StoredEntity | undefined): DeliveryEntity | undefined => {
    const content = resource && getVisibleContent(resource, preview)
    const type = contentTypes.find(({ id }) => id === resource?.contentType)
    if (!content || (resource.contentType !== null && !type)) return undefined
    return {
      metadata: createMetadata(content.tags.filter((id) => publicTags.includes(id))),
      sys: {
        ...toDeliverySys(type ? 'Entry' : 'Asset', resource, store.locationSys, preview),
        ...(type && { contentType: createLink('ContentType', type.id) }),
        ...(locale.code !== undefined && { locale: locale.code }),
      },
      fields: Object.fromEntries(readFields(content, type).filter(([, value]) => value !== undefined)),
    }
  }

  return {
    read,
    /** Reads the targets of links, in the order of the links. Those that the request cannot see are left out. */
    readLinked: (links: readonly EntityLink['sys'][]): readonly DeliveryEntity[] => {
      const { Entry: entries = [], Asset: assets = [] } = Object.groupBy(links, ({ linkType }) => linkType)
      const resources = [
        ...store.entries.getMany(entries.map(({ id }) => id)),
        ...store.assets.getMany(assets.map(({ id }) => id)),
      ]
      return resources.flatMap((resource) => read(resource) ?? [])
    },
  }
}

/** Adds the host to the URLs of processed files, and omits the others. */
const addHostToFiles = (filesByLocale: Readonly<Record<string, unknown>> = {}, host: string) =>
  Object.fromEntries(Object.entries(filesByLocale).map(([locale, file]) => [locale, addHostToFile(file, host)]))

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
