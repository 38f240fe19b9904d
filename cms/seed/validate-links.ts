import type { ContentfulId, ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import { getSeedEntriesFile, SEED_ASSETS_FILE, type Seed, type SeedEntry } from './seed-types.ts'

/** One link of an entry, and the field that holds it. */
export interface SeedLink {
  readonly name: string
  readonly field: ContentType['fields'][string]
  readonly id: ContentfulId
}

/** All links of an entry, in the order of its fields. Values of the wrong kind hold none. */
export function getSeedLinks({ type, fields }: SeedEntry): readonly SeedLink[] {
  const { fields: definitions }: ContentType = model[type]
  return Object.entries(definitions)
    .filter(([, field]) => field.link)
    .flatMap(([name, field]) => idsIn(fields[name]).map((id) => ({ name, field, id })))
}

/** Names the links of an entry that lead nowhere, to something of the wrong type, or twice to the same. */
export function createLinkValidator(seed: Seed): (entry: SeedEntry) => readonly string[] {
  const assets = new Set(seed.assets.map(({ id }) => id))
  const types = new Map(seed.entries.map(({ id, type }) => [id, type]))

  function problemOf({ name, field: { link }, id }: SeedLink): string | undefined {
    if (link?.to !== 'Entry')
      return assets.has(id)
        ? undefined
        : `${name} names the asset "${id}"; add it to ${SEED_ASSETS_FILE}, or correct the id`
    const type = types.get(id)
    if (!type)
      return `${name} names the entry "${id}"; add it to ${link.types.map(getSeedEntriesFile).join(' or ')}, or correct the id`
    if (!link.types.includes(type)) return `${name} names "${id}", a ${type}; name a ${link.types.join(' or ')}`
    return undefined
  }

  return (entry) => {
    const links = getSeedLinks(entry)
    const repeated = links.filter(({ name, id }, place) => firstPlace(links, name, id) < place)
    return [
      ...links.map(problemOf).filter((problem) => problem !== undefined),
      ...repeated.map(({ name, id }) => `${name} names "${id}" more than once; keep one`),
    ]
  }
}

const idsIn = (value: SeedEntry['fields'][string] | undefined): readonly ContentfulId[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')

const firstPlace = (links: readonly SeedLink[], name: string, id: ContentfulId) =>
  links.findIndex((link) => link.name === name && link.id === id)
