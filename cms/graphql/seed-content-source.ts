import { createLink } from '#cms/links.ts'
import { model } from '#cms/model/model.ts'
import type { Seed, SeedAsset, SeedEntry, SeedValue } from '#cms/seed/seed-types.ts'
import { LOCALE } from '#shared/constants.ts'
import {
  type ContentSource,
  createContentSnapshot,
  type SourceAsset,
  type SourceAssetFile,
  type SourceEntry,
} from './content-source.ts'

/** The seed has no history: everything in it counts as published once, at the same moment. */
const PUBLICATION = {
  publishedAt: '2025-01-01T00:00:00.000Z',
  firstPublishedAt: '2025-01-01T00:00:00.000Z',
  publishedVersion: 1,
  tags: [],
} as const

/** The seed in memory, as GraphQL reads it. `assetFile` says where a file is served and how large it is. */
export function createSeedContentSource(seed: Seed, assetFile: (asset: SeedAsset) => SourceAssetFile): ContentSource {
  const content = createContentSnapshot(
    seed.entries.map(sourceEntry).sort(byId),
    seed.assets.map((asset) => sourceAsset(asset, assetFile(asset))).sort(byId),
  )
  return { locales: [LOCALE], readSnapshot: () => content }
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
  if (typeof value === 'string') return createLink(to, value)
  if (Array.isArray(value)) return value.map((id) => createLink(to, id))
  throw new Error(`The seed's ${type} must name an id, or a list of ids, in "${name}"`)
}

const sourceAsset = ({ id, title }: SeedAsset, file: SourceAssetFile): SourceAsset => ({
  ...PUBLICATION,
  id,
  title,
  description: null,
  file,
})

type Identified = { readonly id: string }

const byId = (one: Identified, other: Identified) => (one.id < other.id ? -1 : 1)
