import type { Model } from '#cms/model/model.gen.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { SeedEntry } from '#cms/seed/seed-types.ts'

/** Content of the seed for tests of the site: editors change it, so no test quotes it. */
const { entries } = readSeed()

type FieldName<Type extends keyof Model> = keyof Model[Type]['fields'] & string

/** Returns an entry of the seed by its id, or the only one of its type. */
function findSeedEntry(type: keyof Model, id?: string): SeedEntry {
  const entry = entries.find((each) => each.type === type && (id === undefined || each.id === id))
  if (!entry) throw new Error(`The seed has no ${type} ${id ?? ''}`)
  return entry
}

/** Returns a text of the seed, or the id of a link. An empty field is an empty text. */
export function getSeedText<Type extends keyof Model>(type: Type, field: FieldName<Type>, id?: string): string {
  const value = findSeedEntry(type, id).fields[field]
  return typeof value === 'string' ? value : ''
}

/** Returns a number of the seed. */
export const getSeedNumber = <Type extends keyof Model>(type: Type, field: FieldName<Type>): number =>
  Number(findSeedEntry(type).fields[field])

/** Returns the entries of a list of the seed, in its order. */
export function listSeedEntries<Type extends keyof Model>(type: Type, list: FieldName<Type>): readonly SeedEntry[] {
  const ids = findSeedEntry(type).fields[list]
  return Array.isArray(ids) ? ids.flatMap((id) => entries.filter((entry) => entry.id === id)) : []
}

/** Returns the redirects of the seed to pages of the site. */
export const listSeedRedirects = () =>
  entries.flatMap(({ type, fields: { from, to } }) =>
    type === 'redirect' && String(to).startsWith('/') ? [{ from: String(from), to: String(to) }] : [],
  )

/** Returns a label of a button or menu. */
export const getLabel = (field: FieldName<'interfaceTexts'>): string => getSeedText('interfaceTexts', field)
