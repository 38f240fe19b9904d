import type { ContentLink, LinkType } from '#local/shared/links.ts'
import type { PageRange, ValueCondition } from '#local/store/content-table.ts'

/** The content that GraphQL queries read: the database of the local Contentful, or the seed in memory. */
export interface ContentSource {
  readonly spaceId: string
  readonly environmentId: string
  /** Codes of the locales. The first one is the default. */
  readonly locales: readonly string[]
  /** Returns the content in one view, while one query is executed. */
  readonly readSnapshot: (view: ContentView) => ContentSnapshot
}

/** Which values of the content a resolver reads. */
export interface ContentView {
  /** Drafts instead of the published content. */
  readonly preview: boolean
  readonly locale: string
  /** Whether a field without a value in the locale has that of the fallback locale. */
  readonly useFallback: boolean
}

/** An entry or asset in one view. */
export interface SourceItem {
  readonly id: string
  /** `null` for an asset. */
  readonly contentType: string | null
  /** In the locale of the view, with links as in REST. Assets: `title`, `description`, and those of `SourceAssetFile`. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Public tags only: private tags are visible in the management API only. */
  readonly tags: readonly { readonly id: string; readonly name: string }[]
  /** The three values of the publication are `null` for a draft. */
  readonly publishedAt: string | null
  readonly firstPublishedAt: string | null
  readonly publishedVersion: number | null
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

/** Which entries or assets a collection contains, in Contentful's default order: newest first, then by id. */
interface CollectionSelection {
  readonly linkType: LinkType
  /** Entries of this content type only. */
  readonly contentType?: string | undefined
  /**
   * Conditions that all items of the collection meet. A source may ignore them: what they say is also a part of the filter
   * of the collection.
   */
  readonly conditions?: readonly ValueCondition[]
}

/** All content in one view at one moment. */
export interface ContentSnapshot {
  readonly find: (linkType: LinkType, id: string) => SourceItem | undefined
  /** Reads the targets of many links at once, so that finding each of them is fast. */
  readonly preload?: (links: readonly ContentLink[]) => void
  /** All items of a selection or, if it has no conditions, one page of them. `total`: the number of all. */
  readonly list: (
    selection: CollectionSelection,
    page?: PageRange,
  ) => { readonly total: number; readonly items: readonly SourceItem[] }
}

/** Creates a snapshot of entries and assets that are in memory, in Contentful's default order. */
export function createContentSnapshot(items: readonly SourceItem[]): ContentSnapshot {
  const byLink = new Map(items.map((item) => [`${getLinkType(item)} ${item.id}`, item]))
  const byLinkType = Map.groupBy(items, getLinkType)
  const byContentType = Map.groupBy(items, ({ contentType }) => contentType)
  return {
    find: (linkType, id) => byLink.get(`${linkType} ${id}`),
    list: ({ linkType, contentType }, page) => {
      const all = (contentType === undefined ? byLinkType.get(linkType) : byContentType.get(contentType)) ?? []
      return { total: all.length, items: page ? all.slice(page.skip, page.skip + page.limit) : all }
    },
  }
}

/** The type of links to an entry or asset. */
export const getLinkType = ({ contentType }: SourceItem): LinkType => (contentType === null ? 'Asset' : 'Entry')

/** The parent of a resolver: what it returns is read in the same view. The root of a query has only a view. */
export interface ResolverParent {
  readonly view: ContentView & { readonly source: ContentSource }
}

/** An entry or asset as the parent of a resolver. */
export interface ContentNode extends ResolverParent {
  readonly item: SourceItem
}
