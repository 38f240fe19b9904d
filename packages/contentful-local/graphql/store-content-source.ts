import { getDeliveryLocales, selectLocale } from '#local/engine/locale-selection.ts'
import type { EntityType } from '#local/shared/links.ts'
import { getVisibleContent, type StoredEntity } from '#local/store/entity-table.ts'
import { processedFileSchema } from '#local/store/file-store.ts'
import type { Store } from '#local/store/store.ts'
import type { ContentSnapshot, ContentSource, ContentView, SourceAssetFile, SourceEntity } from './content-source.ts'

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
  const read = createSourceReader(store, origin, view)
  const tables = { Entry: store.entries, Asset: store.assets }
  const createCache = () => new Map<string, SourceEntity | undefined>()
  const caches = { Entry: createCache(), Asset: createCache() }
  const keep = (type: EntityType, resource: StoredEntity): SourceEntity | undefined => {
    const entity = read(resource)
    caches[type].set(resource.id, entity)
    return entity
  }
  return {
    find: (type, id) => {
      const known = caches[type]
      if (!known.has(id)) {
        const resource = tables[type].get(id)
        known.set(id, resource && read(resource))
      }
      return known.get(id)
    },
    preload: (links) => {
      for (const [type, group] of Map.groupBy(links, ({ sys }) => sys.linkType)) {
        const unknown = group.map(({ sys }) => sys.id).filter((id) => !caches[type].has(id))
        for (const resource of tables[type].getMany(unknown)) keep(type, resource)
      }
    },
    list: ({ type, contentType, conditions = [] }, page) => {
      const table = tables[type]
      const selection = {
        version: view.preview ? 'preview' : 'published',
        contentType,
        values: conditions,
        order: view.preview ? 'newest-publication' : 'latest',
      } as const
      const resources = page ? table.getMany(table.listIds(selection, page)) : table.iterate(selection)
      const entities: SourceEntity[] = []
      for (const resource of resources) {
        const entity = keep(type, resource)
        if (entity) entities.push(entity)
      }
      return { total: page ? table.count(selection) : entities.length, entities }
    },
  }
}

/** A field that is not localized has its value of the default locale in all locales; the fields of assets are localized. */
function createSourceReader(store: Store, origin: string, { preview, locale, useFallback }: ContentView) {
  const { getValue } = selectLocale(store, locale, useFallback)
  const localizedFields = new Map(
    store
      .getPublishedContentTypes()
      .map(({ id, fields }) => [id, new Set(fields.filter(({ localized }) => localized).map((field) => field.id))]),
  )
  const publicTags = new Map(
    store.tags
      .all()
      .flatMap(({ id, draft: { name, visibility } }) => (visibility === 'public' ? [[id, { id, name }]] : [])),
  )
  return (resource: StoredEntity): SourceEntity | undefined => {
    const content = getVisibleContent(resource, preview)
    if (!content) return undefined
    const localized = localizedFields.get(resource.contentType ?? '')
    const fields: Record<string, unknown> = {}
    for (const [field, values] of Object.entries(content.fields))
      fields[field] = getValue(values, localized?.has(field) ?? true)
    return {
      ...resource,
      fields: resource.contentType === null ? readAssetFields(fields, origin) : fields,
      tags: content.tags.flatMap((tag) => publicTags.get(tag) ?? []),
    }
  }
}

/** Returns only the texts of an asset whose file is not processed, because it has no URL. */
function readAssetFields({ file, ...texts }: Readonly<Record<string, unknown>>, origin: string) {
  const { success, data } = processedFileSchema.safeParse(file)
  if (!success) return texts
  const { url, fileName, contentType, details } = data
  const sourceFile: SourceAssetFile = { url: origin + url, fileName, contentType, size: details.size, ...details.image }
  return { ...texts, ...sourceFile }
}
