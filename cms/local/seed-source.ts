import { model } from '#cms/model/model.ts'
import type { Seed, SeedAsset, SeedEntry, SeedValue } from '#cms/seed/types.ts'
import type { AssetFile, ContentSource, Page, SourceAsset, SourceEntry, SourcePage } from './content-source.ts'
import { linkTo } from './content-source.ts'

/** The seed has no history: everything in it counts as published once, at the same moment. */
const PUBLICATION = {
  publishedAt: '2025-01-01T00:00:00.000Z',
  firstPublishedAt: '2025-01-01T00:00:00.000Z',
  publishedVersion: 1,
} as const

/** The seed in memory, as GraphQL reads it. `assetFile` says where a file is served and how large it is. */
export function seedSource(seed: Seed, assetFile: (asset: SeedAsset) => AssetFile): ContentSource {
  const entries = new Map(seed.entries.map((entry) => [entry.id, sourceEntry(entry)]))
  const assets = new Map(seed.assets.map((asset) => [asset.id, sourceAsset(asset, assetFile(asset))]))
  const byType = Map.groupBy(sorted(entries), (entry) => entry.contentType)
  const allAssets = sorted(assets)
  return {
    entry: (id) => entries.get(id),
    entries: (contentType, page) => pageOf(byType.get(contentType) ?? [], page),
    asset: (id) => assets.get(id),
    assets: (page) => pageOf(allAssets, page),
  }
}

function sourceEntry({ id, type, fields }: SeedEntry): SourceEntry {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  const values = given.map(([name, value]) => [name, withLinks(type, name, value)])
  return { ...PUBLICATION, id, contentType: type, fields: Object.fromEntries(values) }
}

/** A link in the seed is a plain id; the model says which fields are links. */
function withLinks(type: SeedEntry['type'], name: string, value: SeedValue): unknown {
  const field = Object.entries(model[type].fields).find(([id]) => id === name)?.[1]
  if (!field) throw new Error(`The seed's ${type} has a field "${name}", which the model does not know`)
  if (!('link' in field) || !field.link) return value
  const { to } = field.link
  if (typeof value === 'string') return linkTo(to, value)
  if (Array.isArray(value)) return value.map((id) => linkTo(to, id))
  throw new Error(`The seed's ${type} must name an id, or a list of ids, in "${name}"`)
}

const sourceAsset = ({ id, title }: SeedAsset, file: AssetFile): SourceAsset => ({
  ...PUBLICATION,
  id,
  title,
  description: null,
  file,
})

const sorted = <Item extends { readonly id: string }>(items: ReadonlyMap<string, Item>) =>
  [...items.values()].sort((one, other) => (one.id < other.id ? -1 : 1))

const pageOf = <Item>(items: readonly Item[], { skip, limit }: Page): SourcePage<Item> => ({
  total: items.length,
  items: items.slice(skip, skip + limit),
})
