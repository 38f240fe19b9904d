import { parseListQuery, selectLocaleValues, takeSelect } from '#local/engine/list-query.ts'
import type { ListSchema } from '#local/engine/list-schema.ts'
import { type QueryParameters, takeIncludeLevels } from '#local/engine/query-parameters.ts'
import { type ContentLink, findLinks } from '#local/links.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'
import { createContentReader, type DeliveryDocument, type ReaderOptions } from './content-reader.ts'
import { ALL_LOCALES } from './locale-selection.ts'

interface ContentListOptions extends Omit<ReaderOptions, 'locale'> {
  readonly resources: readonly StoredResource<StoredContent>[]
  readonly parameters: QueryParameters
  readonly schema: ListSchema
}

/**
 * Reads a list of entries or assets with their linked resources. If the request reads all locales, filters and orders use
 * the default locale.
 */
export function readContentList(store: Store, { resources, parameters, schema, ...options }: ContentListOptions) {
  const locale = parameters.take('locale')
  const levels = takeIncludeLevels(parameters)
  const select = takeSelect(parameters, schema)
  const query = parseListQuery(parameters, schema)
  const { read, resolveLink } = createContentReader(store, { ...options, locale })
  const documents = resources.flatMap((resource) => read(resource) ?? [])
  const page = query.getPage(documents, (document) =>
    locale === ALL_LOCALES ? selectLocaleValues(document, store.getDefaultLocale()) : document,
  )
  const items = page.items.map(select)
  const linkingDocuments = page.items.map((document, index) => ({ ...document, fields: items[index]?.fields ?? {} }))
  return { ...page, items, ...resolveIncludes(linkingDocuments, levels, resolveLink) }
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
  const errors: object[] = []
  let level = items
  for (let depth = 1; levels > 0 && depth <= levels + 1; depth += 1) {
    const isBelowLast = depth > levels
    const next: DeliveryDocument[] = []
    for (const { sys } of findLinks(level.map(({ fields }) => fields))) {
      const key = `${sys.linkType} ${sys.id}`
      if (seen.has(key) || (isBelowLast && sys.linkType === 'Entry')) continue
      seen.add(key)
      const document = resolveLink(sys)
      if (document) next.push(document)
      else if (!isBelowLast) errors.push({ sys: { id: 'notResolvable', type: 'error' }, details: sys })
    }
    included.push(...next)
    level = next
  }
  return {
    ...(errors.length > 0 ? { errors } : {}),
    ...(included.length > 0 ? { includes: Object.groupBy(included, ({ sys }) => sys.type) } : {}),
  }
}
