/** Where GraphQL reads content from: the local Contentful's database, or the seed in memory. */
export interface ContentSource {
  /** Codes of the locales that exist; the first one is the default, the only one that is answered here. */
  readonly locales: readonly string[]
  /** What is published or, with `preview`, everything as it stands. The same answer until something changes. */
  readonly readSnapshot: (preview: boolean) => ContentSnapshot
  /** Whether the next link that is followed leads nowhere all the same: a switch for trouble. */
  readonly shouldBreakLink?: (() => boolean) | undefined
}

/** All content at one moment. Lists are in Contentful's order where none is asked for: the newest first, then by id. */
export interface ContentSnapshot {
  readonly entry: (id: string) => SourceEntry | undefined
  /** Of one content type, or of all. */
  readonly entries: (contentType?: string) => readonly SourceEntry[]
  readonly asset: (id: string) => SourceAsset | undefined
  readonly assets: readonly SourceAsset[]
}

/** When something was published; all `null` or absent while it is a draft. */
interface Publication {
  readonly publishedAt: string | null
  readonly firstPublishedAt: string | null
  readonly publishedVersion: number | null
}

/** What an entry or asset is labelled with. */
export interface ContentTag {
  readonly id: string
  readonly name: string
}

interface Labelled {
  /** The public ones: private ones are for the management API only. */
  readonly tags: readonly ContentTag[]
}

export interface SourceEntry extends Publication, Labelled {
  readonly id: string
  readonly contentType: string
  /** The values of the one locale; links are `{ sys: { type: 'Link', linkType, id } }`, as in REST. */
  readonly fields: Readonly<Record<string, unknown>>
}

export interface SourceAsset extends Publication, Labelled {
  readonly id: string
  readonly title: string | null
  readonly description: string | null
  readonly file: SourceAssetFile | null
}

/** A processed file. */
export interface SourceAssetFile {
  /** Absolute, as GraphQL gives it; the source knows where it is served. */
  readonly url: string
  readonly fileName: string
  readonly contentType: string
  /** bytes */
  readonly size: number
  /** px; absent where the file is no picture */
  readonly width?: number | null
  /** px */
  readonly height?: number | null
}

/** Entries and assets, already in Contentful's order, made ready to be looked up. */
export function createContentSnapshot(
  entries: readonly SourceEntry[],
  assets: readonly SourceAsset[],
): ContentSnapshot {
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]))
  const assetsById = new Map(assets.map((asset) => [asset.id, asset]))
  const byType = Map.groupBy(entries, ({ contentType }) => contentType)
  return {
    entry: (id) => entriesById.get(id),
    entries: (contentType) => (contentType === undefined ? entries : (byType.get(contentType) ?? [])),
    asset: (id) => assetsById.get(id),
    assets,
  }
}

/** What every resolver gets beside its parent. */
export interface QueryContext {
  readonly source: ContentSource
}

/** An entry on its way through a query, and whether drafts are read from here on. */
export interface EntryNode {
  readonly kind: 'Entry'
  readonly item: SourceEntry
  readonly preview: boolean
}

export interface AssetNode {
  readonly kind: 'Asset'
  readonly item: SourceAsset
  readonly preview: boolean
}

export type ContentNode = EntryNode | AssetNode

/** One page of a collection; an item whose link leads nowhere is an error, which GraphQL answers with `null` and a line in `errors`. */
export interface CollectionNode {
  readonly total: number
  readonly skip: number
  readonly limit: number
  readonly items: readonly (ContentNode | Error)[]
}

export const createEntryNode = (item: SourceEntry, preview: boolean): EntryNode => ({ kind: 'Entry', item, preview })

export const createAssetNode = (item: SourceAsset, preview: boolean): AssetNode => ({ kind: 'Asset', item, preview })
