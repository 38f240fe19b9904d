import type { ContentSnapshot, SourceAsset, SourceEntry } from './content-source.ts'

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
