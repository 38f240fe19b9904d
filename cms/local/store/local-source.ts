import type { AssetFile, ContentSource, Page, SourceAsset, SourceEntry, SourcePage } from '#cms/local/content-source.ts'
import { LOCALE } from '#cms/model/locale.ts'
import { processedFile } from './processed-file.ts'
import type { Resource } from './resources.ts'
import type { FieldValues, Store } from './store.ts'

/** The store as GraphQL reads it. `origin` is the address under which the asker reaches this server: `http://127.0.0.1:1234`. */
export type LocalSource = (origin: string) => ContentSource

/** Entries and assets are read and parsed once, until one of them changes. */
export function localSource(store: Store): LocalSource {
  const cached = <Item>(read: (id: string, preview: boolean) => Item | undefined) => {
    const items = new Map<string, Item | undefined>()
    let revision = -1
    return (id: string, preview: boolean) => {
      if (revision !== store.revision()) items.clear()
      revision = store.revision()
      const key = `${preview} ${id}`
      if (!items.has(key)) items.set(key, read(id, preview))
      return items.get(key)
    }
  }
  const entry = cached((id, preview) => sourceEntry(store.entries.get(id), preview))
  const asset = cached((id, preview) => sourceAsset(store.assets.get(id), preview))
  return (origin) => ({
    entry,
    entries: (contentType, page) =>
      toPage(store.entries.list(selection(page, contentType)), (item) => sourceEntry(item, page.preview)),
    asset: (id, preview) => withOrigin(asset(id, preview), origin),
    assets: (page) =>
      toPage(store.assets.list(selection(page)), (item) => withOrigin(sourceAsset(item, page.preview), origin)),
  })
}

const selection = ({ skip, limit, preview }: Page, contentType?: string) => ({
  skip,
  limit,
  contentType,
  publishedOnly: !preview,
  order: 'published' as const,
})

const toPage = <Item>(
  { total, items }: { readonly total: number; readonly items: readonly Resource<FieldValues>[] },
  toItem: (item: Resource<FieldValues>) => Item | undefined,
): SourcePage<Item> => ({ total, items: items.flatMap((item) => toItem(item) ?? []) })

function sourceEntry(found: Resource<FieldValues> | undefined, preview: boolean): SourceEntry | undefined {
  const fields = preview ? found?.draft : found?.published
  if (!found || !fields || found.contentType === null) return undefined
  return { ...publication(found), id: found.id, contentType: found.contentType, fields: ofLocale(fields) }
}

function sourceAsset(found: Resource<FieldValues> | undefined, preview: boolean): SourceAsset | undefined {
  const fields = preview ? found?.draft : found?.published
  if (!found || !fields) return undefined
  const { title, description, file } = ofLocale(fields)
  return {
    ...publication(found),
    id: found.id,
    title: typeof title === 'string' ? title : null,
    description: typeof description === 'string' ? description : null,
    file: assetFile(file),
  }
}

const publication = ({ publishedAt, firstPublishedAt, publishedVersion }: Resource<FieldValues>) => ({
  publishedAt,
  firstPublishedAt,
  publishedVersion,
})

const ofLocale = (fields: FieldValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([id, values]) => [id, values[LOCALE]]))

/** A file that is not processed yet has no address to be read from. */
function assetFile(file: unknown): AssetFile | null {
  const { success, data } = processedFile.safeParse(file)
  if (!success) return null
  const { url, fileName, contentType, details } = data
  return { url, fileName, contentType, size: details.size, ...details.image }
}

function withOrigin(asset: SourceAsset | undefined, origin: string): SourceAsset | undefined {
  if (!asset?.file) return asset
  return { ...asset, file: { ...asset.file, url: origin + asset.file.url } }
}
