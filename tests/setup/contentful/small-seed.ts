import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'

/** Part of the real seed: the home page with everything that it links to. Small, because tests seed it many times. */
export const smallSeed: Seed = selectWithLinked(readSeed(), ['homePage'])

/** The content types of the small seed. */
export const smallModel: Readonly<Record<string, ContentType>> = Object.fromEntries(
  Object.entries(model).filter(([id]) => smallSeed.entries.some(({ type }) => type === id)),
)

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
