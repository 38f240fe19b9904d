import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'

/** Home and all that it needs, out of the real seed: every kind of thing, and few enough to be brought in many times. */
export const smallSeed: Seed = withAllItLinksTo(readSeed(), 'homePage')

/** The content types that it uses. */
export const smallModel: Readonly<Record<string, ContentType>> = Object.fromEntries(
  Object.entries(model).filter(([id]) => smallSeed.entries.some(({ type }) => type === id)),
)

function withAllItLinksTo(seed: Seed, type: SeedEntry['type']): Seed {
  const wanted = new Set(seed.entries.filter((entry) => entry.type === type).map(({ id }) => id))
  // From the end: what links stands behind what it links to.
  for (const { id, fields } of seed.entries.toReversed())
    if (wanted.has(id))
      for (const value of Object.values(fields).flat()) if (typeof value === 'string') wanted.add(value)
  return {
    assets: seed.assets.filter(({ id }) => wanted.has(id)),
    entries: seed.entries.filter(({ id }) => wanted.has(id)),
  }
}
