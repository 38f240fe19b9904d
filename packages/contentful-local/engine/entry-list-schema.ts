import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import { getValuesAt } from '#local/shared/get-values-at.ts'
import { type EntityType, findLinks } from '#local/shared/links.ts'
import { compileContentType } from './compile-content-type.ts'
import { findEntityIds, type ListedEntities } from './find-entity-ids.ts'
import { parseListQuery } from './list-query.ts'
import {
  createSortValues,
  createTextSearch,
  type ItemFilter,
  type ListSchema,
  TAG_PATHS,
  type ValueKindsByPath,
} from './list-schema.ts'
import { createInvalidParameterError, parseQueryParameters, type QueryParameters } from './query-parameters.ts'

/** References that a search can follow in a row; each of them reads a list of entries. */
const MAX_REFERENCES = 5

/**
 * The schema of entries. Takes the parameter `content_type`, which is needed to filter by fields, and the searches on
 * references, which are answered by lists of the same content. Throws if there is no such content type.
 */
export function createEntryListSchema(
  sys: ValueKindsByPath,
  parameters: QueryParameters,
  contentTypes: readonly ContentTypeDefinition[],
  content: ListedEntities,
): ListSchema {
  const contentType = parameters.take('content_type')
  const definition = contentTypes.find(({ id }) => id === contentType)
  if (contentType !== undefined && !definition) {
    const errors = [{ name: 'unknownContentType', value: contentType }]
    throw createInvalidParameterError('content_type', `is "${contentType}": there is no such content type`, { errors })
  }
  const compiled = definition && compileContentType(definition)
  const paths: ValueKindsByPath = { ...sys, 'sys.contentType.sys.id': 'Symbol', ...TAG_PATHS }
  const { stored } = content

  /** Takes the search on the references of a field. An entry matches if it links to an entry that the search finds. */
  const takeReferenceFilter = (field: string): ItemFilter | undefined => {
    const reference = `fields.${field}.`
    const type = parameters.take(`${reference}sys.contentType.sys.id`)
    if (type === undefined) return undefined
    const names = [...parameters.remaining.keys()].filter((name) => name.startsWith(`${reference}fields.`))
    const tooDeep = names.find((name) => name.endsWith('.sys.id') && name.split('.fields.').length > MAX_REFERENCES)
    if (tooDeep) throw createInvalidParameterError(tooDeep, `searches more than ${MAX_REFERENCES} references in a row`)
    const query = names.map((name) => [name.slice(reference.length), parameters.take(name)])
    const nested = parseQueryParameters({ ...Object.fromEntries(query), content_type: type })
    const schema = createEntryListSchema(sys, nested, contentTypes, content)
    const ids = findEntityIds(parseListQuery(nested, schema), { ...content, contentType: type })
    const accepted = new Set<unknown>(ids)
    const path = ['fields', field, 'sys', 'id']
    return {
      matches: (item) => getValuesAt(item, path).some((id) => accepted.has(id)),
      condition: { linkTypes: ['Entry'], field, values: ids },
    }
  }

  return {
    contentType,
    // For example `fields.author.sys.contentType.sys.id=person` with `fields.author.fields.name[match]=Ann`
    // (contentful.com/developers/docs/concepts/relational-queries).
    filters: (compiled?.fields ?? []).flatMap(({ id }) => takeReferenceFilter(id) ?? []),
    valueKinds: new Map([...Object.entries(paths), ...(compiled?.valueKinds ?? [])]),
    sortValues: createSortValues(stored, compiled?.fields ?? []),
    searches: {
      query: createTextSearch(
        (definition ? [definition] : contentTypes).flatMap((type) =>
          compileContentType(type).textFields.map(({ id, localized = false }) => {
            return { contentType: type.id, field: id, locale: stored.getLocale(localized) }
          }),
        ),
      ),
      links_to_entry: (id) => createLinkFilter('Entry', id),
      links_to_asset: (id) => createLinkFilter('Asset', id),
    },
    explainMissing: (path) => {
      if (!path.startsWith('fields.')) return undefined
      if (!compiled) return 'is a field: that needs the parameter "content_type" too'
      const [, reference] = /^(fields\.[^.]+)\.fields\./.exec(path) ?? []
      if (reference) return `searches a reference: that needs the parameter "${reference}.sys.contentType.sys.id" too`
      return `is not in the content type "${compiled.id}": "${path.slice('fields.'.length)}"`
    },
  }
}

const createLinkFilter = (linkType: EntityType, id: string): ItemFilter => ({
  matches: (item) =>
    findLinks(getValuesAt(item, ['fields'])).some(({ sys }) => sys.linkType === linkType && sys.id === id),
  condition: { linkTypes: [linkType], values: [id] },
})
