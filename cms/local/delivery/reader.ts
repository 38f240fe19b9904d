import type { Link } from '#cms/local/content-source.ts'
import type { ContentTypeDefinition } from '#cms/local/content-type.ts'
import type { Resource } from '#cms/local/store/resources.ts'
import type { Content, Store } from '#cms/local/store/store.ts'
import { assetDocument, type Document, entryDocument } from './documents.ts'
import { languageOf } from './locales.ts'

/** Entries and assets as one request reads them. What is not to be shown is not there. */
export interface Reader {
  readonly entry: (found: Resource<Content>) => Document | undefined
  readonly asset: (found: Resource<Content>) => Document | undefined
  readonly linked: (link: Link['sys']) => Document | undefined
}

/** The content types by their ids, without the fields that are omitted: those are not there for any reader. */
export const deliveredTypes = (store: Store): ReadonlyMap<string, ContentTypeDefinition> =>
  new Map(
    store
      .publishedContentTypes()
      .map((type) => [type.id, { ...type, fields: type.fields.filter(({ omitted }) => !omitted) }]),
  )

/** Throws where the space has no such locale. */
export function reader(
  store: Store,
  { preview, host }: { readonly preview: boolean; readonly host: string },
  locale?: string,
): Reader {
  const types = deliveredTypes(store)
  const publicTags = new Set(store.tags.all().flatMap(({ id, draft }) => (draft.visibility === 'public' ? id : [])))
  const isPublicTag = (id: string) => publicTags.has(id)
  const reading = { preview, host, language: languageOf(store, locale), isPublicTag }
  const entry = remembered((found: Resource<Content>) => {
    const type = types.get(found.contentType ?? '')
    return type && entryDocument(found, type, reading)
  })
  const asset = remembered((found: Resource<Content>) => assetDocument(found, reading))
  const byId = remembered((resources: Store['entries']) => new Map(resources.all().map((each) => [each.id, each])))
  return {
    entry,
    asset,
    linked: ({ linkType, id }) => {
      const isEntry = linkType === 'Entry'
      const found = byId(isEntry ? store.entries : store.assets).get(id)
      return found && (isEntry ? entry : asset)(found)
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
