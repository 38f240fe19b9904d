import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { isPage } from '#cms/model/pages.ts'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'
import { firstContent } from '#tests/first-content/first-content.ts'

/** Number of entries in each list of `pagesSeed` that can be long. */
export const LIST_LENGTH = 3
const LONG_LISTS = ['affiliations', 'images', 'stages']

/** Every page of the first content, with short lists: tests/first-content/media has the files of these entries only. */
export const pagesSeed: Seed = selectWithLinked(limitLists(firstContent), [
  'siteSettings',
  ...firstContent.entries.map(({ type }) => type).filter((type) => isPage(model[type])),
])

/** The home page of the first content with everything that it links to. Small, because tests seed it many times. */
export const smallSeed: Seed = selectWithLinked(pagesSeed, ['homePage'])

/** The content types of the small seed. */
export const smallModel: Readonly<Record<string, ContentType>> = Object.fromEntries(
  Object.entries(model).filter(([id]) => smallSeed.entries.some(({ type }) => type === id)),
)

function limitLists({ assets, entries }: Seed): Seed {
  const limit = ({ fields, ...entry }: SeedEntry): SeedEntry => {
    const values = Object.entries(fields).map(([name, value]) => [
      name,
      LONG_LISTS.includes(name) && Array.isArray(value) ? value.slice(0, LIST_LENGTH) : value,
    ])
    return { ...entry, fields: Object.fromEntries(values) }
  }
  return { assets, entries: entries.map(limit) }
}

/** Selects the entries of these content types, with all entries and assets that they link to. */
export function selectWithLinked({ assets, entries }: Seed, types: readonly SeedEntry['type'][]): Seed {
  const selectedIds = new Set(entries.filter(({ type }) => types.includes(type)).map(({ id }) => id))
  // In reverse order, because entries follow the entries that they link to.
  for (const { id, fields } of entries.toReversed())
    if (selectedIds.has(id))
      for (const value of Object.values(fields).flat()) if (typeof value === 'string') selectedIds.add(value)
  return {
    assets: assets.filter(({ id }) => selectedIds.has(id)),
    entries: entries.filter(({ id }) => selectedIds.has(id)),
  }
}
