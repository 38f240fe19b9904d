import { ALL_LOCALES, type ContentView, createContentReader } from '#local/engine/content-reader.ts'
import { createLink, createMetadata, type EntityLink } from '#local/shared/links.ts'
import type { StoredEntity } from '#local/store/entity-table.ts'
import { addHostToFile } from '#local/store/file-store.ts'
import type { LocationSys, StoredResource } from '#local/store/resource-table.ts'
import type { Store } from '#local/store/store.ts'

/**
 * Creates a reader of entries and assets. It returns `undefined` for what the request cannot see. Throws if the space does
 * not have the locale. `host`: the header of the request, for URLs of files.
 */
export function createEntityReader(store: Store, view: ContentView, host: string) {
  const { preview, locale } = view
  const readContent = createContentReader(store, view, (files) => addHostToFiles(files, host))
  const read = (resource: StoredEntity | undefined) => {
    const content = resource && readContent(resource)
    if (!content) return undefined
    const { contentType } = resource
    return {
      metadata: createMetadata(content.tags.map(({ id }) => id)),
      sys: {
        ...toDeliverySys(contentType === null ? 'Asset' : 'Entry', resource, store.locationSys, preview),
        ...(contentType !== null && { contentType: createLink('ContentType', contentType) }),
        ...(locale !== ALL_LOCALES && { locale }),
      },
      fields: content.fields,
    }
  }

  return {
    read,
    /** Reads the targets of links, in the order of the links. Those that the request cannot see are left out. */
    readLinked: (links: readonly EntityLink['sys'][]) => {
      const { Entry: entries = [], Asset: assets = [] } = Object.groupBy(links, ({ linkType }) => linkType)
      const resources = [
        ...store.entries.getMany(entries.map(({ id }) => id)),
        ...store.assets.getMany(assets.map(({ id }) => id)),
      ]
      return resources.flatMap((resource) => read(resource) ?? [])
    },
  }
}

export type DeliveryEntity = ReturnType<ReturnType<typeof createEntityReader>['readLinked']>[number]

/** Adds the host to the URLs of processed files, and omits the others. */
const addHostToFiles = (filesByLocale: Readonly<Record<string, unknown>>, host: string) =>
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
