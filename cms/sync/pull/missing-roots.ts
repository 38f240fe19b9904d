import type { ContentType } from '#cms/model/fields.ts'
import { model } from '#cms/model/model.ts'
import type { HeldSeed } from './held-seed.ts'

/** A line for each type that the site asks for by itself, of which the seed had an entry and nothing is published. */
export function missingRoots(published: ReadonlySet<string>, held: HeldSeed): readonly string[] {
  return ROOTS.filter((type) => !published.has(type)).flatMap((type) => {
    const ids = Object.keys(held.entries.get(type)?.records ?? {})
    if (ids.length === 0) return []
    return [
      `entry ${ids.join(', ')}: is not published, and the site cannot do without a ${type}; publish it in Contentful`,
    ]
  })
}

const types: readonly ContentType[] = Object.values(model)

const linked = new Set(
  types.flatMap(({ fields }) => Object.values(fields).flatMap(({ link }) => (link?.to === 'Entry' ? link.types : []))),
)

/** What nothing links to: the pages, and what all of them share. */
export const ROOTS = types.map(({ id }) => id).filter((id) => !linked.has(id))
