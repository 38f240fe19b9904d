import type { ContentSource, SourceAsset, SourceEntry } from './content-source.ts'

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
