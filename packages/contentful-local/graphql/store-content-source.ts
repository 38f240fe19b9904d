import { compileContentType } from '#local/engine/compile-content-type.ts'
import { type ContentView, createContentReader, getDeliveryLocales } from '#local/engine/content-reader.ts'
import { createSortValues } from '#local/engine/list-schema.ts'
import type { EntityType } from '#local/shared/links.ts'
import { processedFileSchema } from '#local/shared/processed-file.ts'
import type { EntitySelection, PageRange, StoredEntity } from '#local/store/entity-table.ts'
import { isFileElsewhere } from '#local/store/file-store.ts'
import type { Store } from '#local/store/store.ts'
import type { ContentSnapshot, ContentSource, SourceAssetFile, SourceEntity } from './content-source.ts'

/** Creates the content source of one query, which is executed at once. `origin`: that of the request, for file URLs. */
export function createStoreContentSource(store: Store, origin: string): ContentSource {
  const snapshots = new Map<string, ContentSnapshot>()
  return {
    spaceId: store.locationSys.space.sys.id,
    environmentId: store.environmentId,
    locales: getDeliveryLocales(store).map(({ draft }) => draft.code),
    readSnapshot: (view) => {
      const key = [view.preview, view.useFallback, view.locale].join(' ')
      const snapshot = snapshots.get(key) ?? createSnapshot(store, origin, view)
      snapshots.set(key, snapshot)
      return snapshot
    },
  }
}

/** Reads each entry and asset when a query first needs it. */
function createSnapshot(store: Store, origin: string, view: ContentView): ContentSnapshot {
  const readContent = createContentReader(store, view)
  const tables = { Entry: store.entries, Asset: store.assets }
  const createCache = () => new Map<string, SourceEntity | undefined>()
  const caches = { Entry: createCache(), Asset: createCache() }
  const read = (type: EntityType, resource: StoredEntity): SourceEntity | undefined => {
    const content = readContent(resource)
    const entity = content && {
      ...resource,
      ...content,
      fields: type === 'Asset' ? readAssetFields(content.fields, origin) : content.fields,
    }
    caches[type].set(resource.id, entity)
    return entity
  }
  const list = ({ type, ...conditions }: { type: EntityType } & Omit<EntitySelection, 'version'>, page?: PageRange) => {
    const table = tables[type]
    const selection: EntitySelection = {
      ...conditions,
      version: view.preview ? 'preview' : 'published',
      order: view.preview ? 'newest-publication' : 'latest',
    }
    const resources = page ? table.getMany(table.listIds(selection, page)) : table.iterate(selection)
    const entities = Array.from(resources, (resource) => read(type, resource)).filter((entity) => entity !== undefined)
    return { total: page ? table.count(selection) : entities.length, entities }
  }
  const locale = store.locales.all().find(({ draft }) => draft.code === view.locale)
  /** The database cannot sort by values of several locales. */
  const hasFallback = view.useFallback && locale?.draft.fallbackCode !== null
  const getLocale = (isLocalized: boolean) => (isLocalized ? view.locale : store.getDefaultLocale())
  return {
    find: (type, id) => {
      const known = caches[type]
      const resource = known.has(id) ? undefined : tables[type].get(id)
      return resource ? read(type, resource) : known.get(id)
    },
    preload: (links) => {
      for (const [type, group] of Map.groupBy(links, ({ sys }) => sys.linkType)) {
        const unknown = [...new Set(group.map(({ sys }) => sys.id))].filter((id) => !caches[type].has(id))
        for (const id of unknown) caches[type].set(id, undefined)
        for (const resource of tables[type].getMany(unknown)) read(type, resource)
      }
    },
    list,
    listSorted: ({ type, contentType }, { path = '', direction }, page) => {
      const definition = store.getPublishedContentTypes().find(({ id }) => id === contentType)
      const fields = definition ? compileContentType(definition).fields : []
      const sortable = fields.filter(({ localized }) => !localized || !hasFallback)
      const value = createSortValues({ columns: {}, getLocale }, sortable).get(path)
      return value && list({ type, contentType, sortedBy: { ...value, isDescending: direction === -1 } }, page)
    },
  }
}

/** Returns only the texts of an asset whose file is not processed, because it has no URL. */
function readAssetFields({ file, ...texts }: Readonly<Record<string, unknown>>, origin: string) {
  const { success, data } = processedFileSchema.safeParse(file)
  if (!success) return texts
  const { url, fileName, contentType, details } = data
  const absoluteUrl = isFileElsewhere(url) ? url.replace(/^\/\//, 'https://') : origin + url
  const sourceFile: SourceAssetFile = { url: absoluteUrl, fileName, contentType, size: details.size, ...details.image }
  return { ...texts, ...sourceFile }
}
