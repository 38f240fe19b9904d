import type { ContentTypeDefinition } from '#local/engine/content-type-definition.ts'
import type { ContentLink } from '#local/links.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'
import { type DeliveryDocument, selectLocale, toAssetDocument, toEntryDocument } from './documents.ts'

/** Reads entries and assets for one request. Returns `undefined` for resources that the request cannot see. */
export interface ContentReader {
  readonly toEntry: (resource: StoredResource<StoredContent>) => DeliveryDocument | undefined
  readonly toAsset: (resource: StoredResource<StoredContent>) => DeliveryDocument | undefined
  readonly resolveLink: (link: ContentLink['sys']) => DeliveryDocument | undefined
}

/** Published content types by id, without omitted fields, which the delivery APIs never return. */
export const getDeliveryContentTypes = (store: Store): ReadonlyMap<string, ContentTypeDefinition> =>
  new Map(
    store
      .getPublishedContentTypes()
      .map((type) => [type.id, { ...type, fields: type.fields.filter(({ omitted }) => !omitted) }]),
  )

/** Creates a reader for a locale, by default the default locale. Throws if the space does not have the locale. */
export function createContentReader(
  store: Store,
  { preview, host }: { readonly preview: boolean; readonly host: string },
  locale?: string,
): ContentReader {
  const contentTypes = getDeliveryContentTypes(store)
  const publicTags = new Set(store.tags.all().flatMap(({ id, draft }) => (draft.visibility === 'public' ? id : [])))
  const isPublicTag = (id: string) => publicTags.has(id)
  const { locationSys } = store
  const options = { preview, host, locale: selectLocale(store, locale), isPublicTag, locationSys }
  const toEntry = memoize((resource: StoredResource<StoredContent>) => {
    const type = contentTypes.get(resource.contentType ?? '')
    return type && toEntryDocument(resource, type, options)
  })
  const toAsset = memoize((resource: StoredResource<StoredContent>) => toAssetDocument(resource, options))
  const getResourcesById = memoize(
    (resources: Store['entries']) => new Map(resources.all().map((resource) => [resource.id, resource])),
  )
  return {
    toEntry,
    toAsset,
    resolveLink: ({ linkType, id }) => {
      const isEntry = linkType === 'Entry'
      const resource = getResourcesById(isEntry ? store.entries : store.assets).get(id)
      return resource && (isEntry ? toEntry : toAsset)(resource)
    },
  }
}

/** Caches the results of `compute` by key. */
function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>()
  return (key) => {
    const cached = values.get(key)
    if (cached !== undefined) return cached
    const value = compute(key)
    values.set(key, value)
    return value
  }
}
