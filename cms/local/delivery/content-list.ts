import { createListBody, parseListQuery } from '#local/engine/list-query.ts'
import type { ListSchema } from '#local/engine/list-schema.ts'
import { parseInteger, type QueryParameters } from '#local/engine/query-parameters.ts'
import { parseSelect } from '#local/engine/select.ts'
import { type ContentLink, findLinks } from '#local/links.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { StoredContent } from '#local/store/store.ts'
import type { ContentReader, DeliveryDocument } from './content-reader.ts'
import { ALL_LOCALES } from './locale-selection.ts'

/** Default and bounds of the parameter `include`: the number of levels of links to resolve. */
const INCLUDE_RANGE = { fallback: 1, min: 0, max: 10 }

interface ContentListOptions {
  readonly resources: readonly StoredResource<StoredContent>[]
  readonly parameters: QueryParameters
  readonly schema: ListSchema
  /** Creates a reader for a locale, `*` for all locales; without an argument for the default locale. */
  readonly createReader: (locale?: string) => ContentReader
}

/**
 * Reads a list of entries or assets with their linked resources. If the request reads all locales, filters and orders use
 * the default locale.
 */
export function readContentList({ resources, parameters, schema, createReader }: ContentListOptions) {
  const locale = parameters.take('locale')
  const levels = parseInteger('include', parameters.take('include'), INCLUDE_RANGE)
  const select = parseSelect(parameters.take('select'), schema)
  const query = parseListQuery(parameters, schema)
  const reader = createReader(locale)
  const viewReader = locale === ALL_LOCALES ? createReader() : reader
  const candidates = resources.flatMap((resource) => {
    const view = viewReader.read(resource)
    return view ? { resource, view } : []
  })
  const page = query.getPage(candidates, ({ view }) => view)
  const documents = page.items.flatMap(({ resource, view }) => {
    const document = reader === viewReader ? view : reader.read(resource)
    return document ? { document, selected: select(document) } : []
  })
  const linkingDocuments = documents.map(({ document, selected }) => ({ ...document, fields: selected.fields ?? {} }))
  return {
    ...createListBody({ ...page, items: documents.map(({ selected }) => selected) }),
    ...resolveIncludes(linkingDocuments, levels, reader.resolveLink),
  }
}

/**
 * Resolves the links of the items, up to `levels` deep, and the assets of the entries at the last level, as in a recorded
 * response (contentful.rb, rich_text_unresolved_relationships.yml). Each resource is included once, and not if it is among
 * the items. Unresolved links are listed in `errors`, except those to assets below the last level.
 */
function resolveIncludes(
  items: readonly DeliveryDocument[],
  levels: number,
  resolveLink: (link: ContentLink['sys']) => DeliveryDocument | undefined,
) {
  const seen = new Set(items.map(({ sys }) => `${sys.type} ${sys.id}`))
  const included: DeliveryDocument[] = []
  const unresolved: ContentLink['sys'][] = []
  let level = items
  for (let depth = 1; levels > 0 && depth <= levels + 1 && level.length > 0; depth += 1) {
    const isBelowLast = depth > levels
    const next: DeliveryDocument[] = []
    for (const { sys } of findLinks(level.map(({ fields }) => fields))) {
      const key = `${sys.linkType} ${sys.id}`
      if (seen.has(key) || (isBelowLast && sys.linkType === 'Entry')) continue
      seen.add(key)
      const document = resolveLink(sys)
      if (document) next.push(document)
      else if (!isBelowLast) unresolved.push(sys)
    }
    included.push(...next)
    level = next
  }
  return {
    ...(unresolved.length > 0 ? { errors: unresolved.map(toUnresolvedLinkError) } : {}),
    ...(included.length > 0 ? { includes: Object.groupBy(included, ({ sys }) => sys.type) } : {}),
  }
}

const toUnresolvedLinkError = ({ type, linkType, id }: ContentLink['sys']) => ({
  sys: { id: 'notResolvable', type: 'error' },
  details: { type, linkType, id },
})
