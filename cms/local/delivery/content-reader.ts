import type { ContentTypeDefinition } from '#cms/graphql/content-type-definition.ts'
import type { ContentLink } from '#cms/links.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { Store, StoredContent } from '#cms/local/store/store.ts'
import { type DeliveryDocument, selectLocale, toAssetDocument, toEntryDocument } from './documents.ts'

/** Entries and assets as one request reads them. What is not to be shown is not there. */
export interface ContentReader {
  readonly toEntry: (found: StoredResource<StoredContent>) => DeliveryDocument | undefined
  readonly toAsset: (found: StoredResource<StoredContent>) => DeliveryDocument | undefined
  readonly resolveLink: (link: ContentLink['sys']) => DeliveryDocument | undefined
}

/** The content types by their ids, without the fields that are omitted: those are not there for any reader. */
export const getDeliveryContentTypes = (store: Store): ReadonlyMap<string, ContentTypeDefinition> =>
  new Map(
    store
      .getPublishedContentTypes()
      .map((type) => [type.id, { ...type, fields: type.fields.filter(({ omitted }) => !omitted) }]),
  )

/** Throws where the space has no such locale. */
export function createContentReader(
  store: Store,
  { preview, host }: { readonly preview: boolean; readonly host: string },
  locale?: string,
): ContentReader {
  const types = getDeliveryContentTypes(store)
  const publicTags = new Set(store.tags.all().flatMap(({ id, draft }) => (draft.visibility === 'public' ? id : [])))
  const isPublicTag = (id: string) => publicTags.has(id)
  const reading = { preview, host, language: selectLocale(store, locale), isPublicTag }
  const toEntry = remembered((found: StoredResource<StoredContent>) => {
    const type = types.get(found.contentType ?? '')
    return type && toEntryDocument(found, type, reading)
  })
  const toAsset = remembered((found: StoredResource<StoredContent>) => toAssetDocument(found, reading))
  const byId = remembered((resources: Store['entries']) => new Map(resources.all().map((each) => [each.id, each])))
  return {
    toEntry,
    toAsset,
    resolveLink: ({ linkType, id }) => {
      const isEntry = linkType === 'Entry'
      const found = byId(isEntry ? store.entries : store.assets).get(id)
      return found && (isEntry ? toEntry : toAsset)(found)
    },
  }
}

function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}
