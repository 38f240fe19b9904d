import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { getSeedEntriesFile, SEED_ASSETS_FILE } from './seed-files.ts'
import type { Seed, SeedEntry } from './seed-types.ts'

/** A link of an entry, and its field. */
export interface SeedLink {
  /** The name of the field. */
  readonly name: string
  readonly field: ContentType['fields'][string]
  /** The id of the target. */
  readonly id: string
}

/** Returns all links of an entry, in the order of its fields. Ignores values of the wrong type. */
export function getSeedLinks({ type, fields }: SeedEntry): readonly SeedLink[] {
  const { fields: definitions }: ContentType = model[type]
  return Object.entries(definitions)
    .filter(([, field]) => field.link)
    .flatMap(([name, field]) => toIds(fields[name]).map((id) => ({ name, field, id })))
}

/** Creates a function that reports links to unknown ids, to the wrong content type, and repeated links. */
export function createLinkValidator(seed: Seed): (entry: SeedEntry) => readonly string[] {
  const assetIds = new Set(seed.assets.map(({ id }) => id))
  const typesById = new Map(seed.entries.map(({ id, type }) => [id, type]))

  function findLinkProblem({ name, field: { link }, id }: SeedLink): string | undefined {
    if (link?.to !== 'Entry')
      return assetIds.has(id)
        ? undefined
        : `${name} links to the unknown asset "${id}"; add it to ${SEED_ASSETS_FILE}, or correct the id`
    const type = typesById.get(id)
    if (!type)
      return `${name} links to the unknown entry "${id}"; add it to ${link.types.map(getSeedEntriesFile).join(' or ')}, or correct the id`
    if (!link.types.includes(type)) return `${name} links to "${id}", a ${type}; link to a ${link.types.join(' or ')}`
    return undefined
  }

  return (entry) => {
    const links = getSeedLinks(entry)
    const repeated = links.filter(({ name, id }, index) => findFirstIndex(links, name, id) < index)
    return [
      ...links.map(findLinkProblem).filter((problem) => problem !== undefined),
      ...repeated.map(({ name, id }) => `${name} links to "${id}" more than once; keep one`),
    ]
  }
}

const toIds = (value: SeedEntry['fields'][string] | undefined): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')

const findFirstIndex = (links: readonly SeedLink[], name: string, id: string) =>
  links.findIndex((link) => link.name === name && link.id === id)
