/** The content that GraphQL queries read: the database of the local Contentful, or the seed in memory. */
export interface ContentSource {
  readonly spaceId: string
  readonly environmentId: string
  /** Codes of the locales. The first one is the default. */
  readonly locales: readonly string[]
  /** Returns the content in one view. The snapshot is the same until the content changes. */
  readonly readSnapshot: (view: ContentView) => ContentSnapshot
  /** Fault injection: whether the next link is resolved as broken. */
  readonly shouldBreakLink?: (() => boolean) | undefined
}

/** Which values of the content a resolver reads. */
export interface ContentView {
  /** Drafts instead of the published content. */
  readonly preview: boolean
  readonly locale: string
  /** Whether a field without a value in the locale has that of the fallback locale. */
  readonly useFallback: boolean
}

/** All content in one view at one moment. Lists have Contentful's default order: newest first, then by id. */
export interface ContentSnapshot {
  readonly entry: (id: string) => SourceEntry | undefined
  /** Entries of one content type, or all entries. */
  readonly entries: (contentType?: string) => readonly SourceEntry[]
  readonly asset: (id: string) => SourceAsset | undefined
  readonly assets: readonly SourceAsset[]
}

/** Publication of an entry or asset; all values are `null` for a draft. */
interface Publication {
  readonly publishedAt: string | null
  readonly firstPublishedAt: string | null
  readonly publishedVersion: number | null
}

/** A tag of an entry or asset. */
export interface ContentTag {
  readonly id: string
  readonly name: string
}

interface Tagged {
  /** Public tags only: private tags are visible in the management API only. */
  readonly tags: readonly ContentTag[]
}

export interface SourceEntry extends Publication, Tagged {
  readonly id: string
  readonly contentType: string
  /** Values in the locale of the view. Links are `{ sys: { type: 'Link', linkType, id } }`, as in REST. */
  readonly fields: Readonly<Record<string, unknown>>
}

export interface SourceAsset extends Publication, Tagged {
  readonly id: string
  readonly title: string | null
  readonly description: string | null
  readonly file: SourceAssetFile | null
}

/** A processed file. */
export interface SourceAssetFile {
  /** Absolute URL. */
  readonly url: string
  readonly fileName: string
  readonly contentType: string
  /** Size in bytes. */
  readonly size: number
  /** Width in px; absent if the file is not an image. */
  readonly width?: number | null
  /** Height in px; absent if the file is not an image. */
  readonly height?: number | null
}

/** Creates a snapshot. `entries` and `assets` must be in Contentful's default order. */
export function createContentSnapshot(
  entries: readonly SourceEntry[],
  assets: readonly SourceAsset[],
): ContentSnapshot {
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]))
  const assetsById = new Map(assets.map((asset) => [asset.id, asset]))
  const entriesByType = Map.groupBy(entries, ({ contentType }) => contentType)
  return {
    entry: (id) => entriesById.get(id),
    entries: (contentType) => (contentType === undefined ? entries : (entriesByType.get(contentType) ?? [])),
    asset: (id) => assetsById.get(id),
    assets,
  }
}

/** Context of all resolvers. */
export interface QueryContext {
  readonly source: ContentSource
}

/** An entry as the parent of a resolver. Its links are resolved in the same view. */
export interface EntryNode {
  readonly kind: 'Entry'
  readonly item: SourceEntry
  readonly view: ContentView
}

export interface AssetNode {
  readonly kind: 'Asset'
  readonly item: SourceAsset
  readonly view: ContentView
}

export type ContentNode = EntryNode | AssetNode

/** One page of a collection. A broken link is an `Error`: GraphQL returns `null` and adds it to `errors`. */
export interface CollectionNode {
  readonly total: number
  readonly skip: number
  readonly limit: number
  readonly items: readonly (ContentNode | Error)[]
}
