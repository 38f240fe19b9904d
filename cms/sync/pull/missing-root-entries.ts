import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import type { CurrentSeed } from './current-seed.ts'

/** A line for each type that the site asks for by itself, of which the seed had an entry and nothing is published. */
export function findMissingRootEntries(published: ReadonlySet<string>, held: CurrentSeed): readonly string[] {
  return ROOT_CONTENT_TYPES.filter((type) => !published.has(type)).flatMap((type) => {
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
export const ROOT_CONTENT_TYPES = types.map(({ id }) => id).filter((id) => !linked.has(id))
