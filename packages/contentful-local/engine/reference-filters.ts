import type { CompiledContentType } from './compile-content-type.ts'
import type { ItemFilter } from './item-filter.ts'
import { getValuesAt, type QueryParameters } from './query-parameters.ts'

/** Returns the ids of all entries that match the query parameters of a list. */
export type FindEntryIds = (query: Readonly<Record<string, string>>) => readonly string[]

/**
 * Takes the searches on references, for example `fields.author.sys.contentType.sys.id=person` with
 * `fields.author.fields.name[match]=Ann`: an entry matches if it links to an entry that matches all of them
 * (contentful.com/developers/docs/concepts/relational-queries).
 */
export const takeReferenceFilters = (
  parameters: QueryParameters,
  { fields }: CompiledContentType,
  findIds: FindEntryIds,
): readonly ItemFilter[] =>
  fields.flatMap(({ id: field }) => {
    const reference = `fields.${field}.`
    const contentType = parameters.take(`${reference}sys.contentType.sys.id`)
    if (contentType === undefined) return []
    const names = [...parameters.remaining.keys()].filter((name) => name.startsWith(`${reference}fields.`))
    const query = Object.fromEntries(names.map((name) => [name.slice(reference.length), parameters.take(name) ?? '']))
    const ids = new Set(findIds({ ...query, content_type: contentType }))
    const path = ['fields', field, 'sys', 'id']
    return {
      matches: (item) => getValuesAt(item, path).some((id) => ids.has(String(id))),
      condition: { linkTypes: ['Entry'], field, values: [...ids] },
    }
  })
