import type { ContentView } from '#local/engine/content-reader.ts'
import type { Order } from '#local/engine/value-filter.ts'
import type { EntityLink, EntityType } from '#local/shared/links.ts'
import type { EntitySelection, PageRange, StoredEntity } from '#local/store/entity-table.ts'

/** The content that GraphQL queries read: the database of the local Contentful, or the seed in memory. */
export interface ContentSource {
  readonly spaceId: string
  readonly environmentId: string
  /** Codes of the locales. The first one is the default. */
  readonly locales: readonly string[]
  /** Returns the content in one view, while one query is executed. */
  readonly readSnapshot: (view: ContentView) => ContentSnapshot
}

/** An entry or asset in one view. The values of a publication are `null` for a draft, the content type for an asset. */
export interface SourceEntity
  extends Pick<StoredEntity, 'id' | 'contentType' | 'publishedAt' | 'firstPublishedAt' | 'publishedVersion'> {
  /** In the locale of the view, with links as in REST. Assets: `title`, `description`, and those of `SourceAssetFile`. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Public tags only: private tags are visible in the management API only. */
  readonly tags: readonly { readonly id: string; readonly name: string }[]
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

/** All content in one view at one moment. */
export interface ContentSnapshot {
  readonly find: (type: EntityType, id: string) => SourceEntity | undefined
  /** Reads the targets of many links at once, so that finding each of them is fast. */
  readonly preload?: (links: readonly EntityLink[]) => void
  /**
   * All entities of a selection or, if it has no conditions, one page of them, in Contentful's default order: newest first,
   * then by id. `total`: the number of all. A source may ignore the conditions: its caller filters by them too.
   */
  readonly list: (selection: SourceSelection, page?: PageRange) => EntityList
  /** One page of all entities in another order. `undefined` if the source cannot sort by it. */
  readonly listSorted?: (
    selection: SourceSelection,
    order: Order<ResolvedEntity>,
    page: PageRange,
  ) => EntityList | undefined
}

type SourceSelection = Pick<EntitySelection, 'contentType' | 'values'> & { readonly type: EntityType }

interface EntityList {
  readonly total: number
  readonly entities: readonly SourceEntity[]
}

/** Creates a snapshot of entries and assets that are in memory, in Contentful's default order. */
export function createContentSnapshot(entities: readonly SourceEntity[]): ContentSnapshot {
  const byLink = new Map(entities.map((entity) => [`${getEntityType(entity)} ${entity.id}`, entity]))
  const byType = Map.groupBy(entities, getEntityType)
  const byContentType = Map.groupBy(entities, ({ contentType }) => contentType)
  return {
    find: (type, id) => byLink.get(`${type} ${id}`),
    list: ({ type, contentType }, page) => {
      const all = (contentType === undefined ? byType.get(type) : byContentType.get(contentType)) ?? []
      return { total: all.length, entities: page ? all.slice(page.skip, page.skip + page.limit) : all }
    },
  }
}

export const getEntityType = ({ contentType }: SourceEntity): EntityType => (contentType === null ? 'Asset' : 'Entry')

/** The parent of a resolver: what it returns is read in the same view. The root of a query has only a view. */
export interface ResolverParent {
  readonly view: ContentView & { readonly source: ContentSource }
}

/** An entry or asset, and the view in which its links are read. */
export interface ResolvedEntity extends SourceEntity, ResolverParent {}
