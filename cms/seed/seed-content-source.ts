import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from 'contentful-local/constants'
import {
  type ContentSource,
  createContentSnapshot,
  type SourceAssetFile,
  type SourceEntity,
} from 'contentful-local/schema'
import { createLink } from '#cms/links.ts'
import { model } from '#cms/model/model.gen.ts'
import type { Seed, SeedAsset, SeedEntry, SeedValue } from '#cms/seed/seed-types.ts'
import { LOCALE } from '#shared/constants.ts'

/** The seed has no history: all content has the same publication. */
const PUBLICATION = {
  publishedAt: '2025-01-01T00:00:00.000Z',
  firstPublishedAt: '2025-01-01T00:00:00.000Z',
  publishedVersion: 1,
  tags: [],
} as const

/** Creates a content source of the seed. `getAssetFile` returns URL and size of a file. */
export function createSeedContentSource(
  seed: Seed,
  getAssetFile: (asset: SeedAsset) => SourceAssetFile,
): ContentSource {
  const assets = seed.assets.map((asset) => toSourceAsset(asset, getAssetFile(asset)))
  const content = createContentSnapshot([...seed.entries.map(toSourceEntry), ...assets].sort(compareIds))
  return {
    spaceId: LOCAL_SPACE_ID,
    environmentId: LOCAL_ENVIRONMENT_ID,
    locales: [LOCALE],
    readSnapshot: () => content,
  }
}

function toSourceEntry({ id, type, fields }: SeedEntry): SourceEntity {
  const setFields = Object.entries(fields).filter(([, value]) => value !== null)
  const values = setFields.map(([name, value]) => [name, toFieldValue(type, name, value)])
  return { ...PUBLICATION, id, contentType: type, fields: Object.fromEntries(values) }
}

/** Links in the seed are ids; the model defines which fields are links. */
function toFieldValue(type: SeedEntry['type'], name: string, value: SeedValue): unknown {
  const field = Object.entries(model[type].fields).find(([id]) => id === name)?.[1]
  if (!field) throw new Error(`The seed's ${type} has the field "${name}", which is not in the model`)
  if (!('link' in field) || !field.link) return value
  const { to } = field.link
  if (typeof value === 'string') return createLink(to, value)
  if (Array.isArray(value)) return value.map((id) => createLink(to, id))
  throw new Error(`The seed's ${type} must have an id or a list of ids in "${name}"`)
}

const toSourceAsset = ({ id, title }: SeedAsset, file: SourceAssetFile): SourceEntity => ({
  ...PUBLICATION,
  id,
  contentType: null,
  fields: { title, ...file },
})

type Identified = { readonly id: string }

const compareIds = (a: Identified, b: Identified) => (a.id < b.id ? -1 : 1)
