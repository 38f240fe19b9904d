import { ALL_LOCALES, getDeliveryContentTypes } from '#local/engine/content-reader.ts'
import { toValueKinds } from '#local/engine/list-schema.ts'
import { queryEntities } from '#local/engine/query-entities.ts'
import { parseQueryParameters } from '#local/engine/query-parameters.ts'
import { getValuesAt } from '#local/shared/get-values-at.ts'
import { type EntityLink, type EntityType, findLinks } from '#local/shared/links.ts'
import type { StoredEntity } from '#local/store/entity-table.ts'
import type { Store } from '#local/store/store.ts'
import { createEntityReader, type DeliveryEntity } from './entity-reader.ts'

/** Properties of `sys` that can be filtered and ordered by. */
export const DELIVERY_SYS_PATHS = toValueKinds({
  Symbol: ['sys.id', 'sys.type'],
  Integer: ['sys.publishedVersion', 'sys.revision'],
  Date: ['sys.createdAt', 'sys.updatedAt'],
})

const PREVIEW_COLUMNS = { revision: 'publishedCounter' } as const
const DELIVERY_COLUMNS = { ...PREVIEW_COLUMNS, createdAt: 'firstPublishedAt', updatedAt: 'publishedAt' } as const

/**
 * Reads the list of entries or assets that match a query, with their linked resources. Filters and orders use the values
 * of the requested locale, never those of a fallback locale (contentful.js, issues 386, 1000 and 2196). If the request
 * reads all locales, they use the default locale.
 */
export function readEntityList(store: Store, linkType: EntityType, query: unknown, preview: boolean, host: string) {
  const parameters = parseQueryParameters(query)
  const locale = parameters.take('locale') ?? store.getDefaultLocale()
  const ownLocale = locale === ALL_LOCALES ? store.getDefaultLocale() : locale
  const { read: readOwnValues } = createEntityReader(store, { preview, locale: ownLocale, useFallback: false }, host)
  const content = {
    table: linkType === 'Entry' ? store.entries : store.assets,
    version: preview ? 'preview' : 'published',
    stored: {
      columns: preview ? PREVIEW_COLUMNS : DELIVERY_COLUMNS,
      getLocale: (isLocalized: boolean) => (isLocalized ? ownLocale : store.getDefaultLocale()),
      fileNames: ['fileName'], // a file has a name in a response when it is processed
    },
    getView: (resource: StoredEntity) => readOwnValues(resource) ?? {},
  } as const
  const { resources, includeLevels, createBody } = queryEntities(
    parameters,
    DELIVERY_SYS_PATHS,
    getDeliveryContentTypes(store.getPublishedContentTypes()),
    content,
  )
  const { read, readLinked } = createEntityReader(store, { preview, locale, useFallback: true }, host)
  const entities = resources.flatMap((resource) => read(resource) ?? [])
  const body = createBody(entities)
  return { ...body, ...readIncludes(entities, getValuesAt(body.items, ['fields']), includeLevels, readLinked) }
}

/**
 * Reads what the fields of the entities link to, up to `levels` deep, and the assets of the entries at the last level, as in a
 * recorded response (contentful.rb, rich_text_unresolved_relationships.yml). Each is included once, and not if it
 * is one of the list. Unresolved links are listed in `errors`, except those to assets below the last level.
 */
function readIncludes(
  listed: readonly DeliveryEntity[],
  selectedFields: unknown,
  levels: number,
  readLinked: (links: readonly EntityLink['sys'][]) => readonly DeliveryEntity[],
) {
  const toKey = (type: string, id: string) => `${type} ${id}`
  const seen = new Set(listed.map(({ sys }) => toKey(sys.type, sys.id)))
  const included: DeliveryEntity[] = []
  const errors: object[] = []
  let fields = selectedFields
  for (let depth = 1; levels > 0 && depth <= levels + 1; depth += 1) {
    const isBelowLast = depth > levels
    const links: EntityLink['sys'][] = []
    for (const { sys } of findLinks(fields)) {
      const key = toKey(sys.linkType, sys.id)
      if (seen.has(key) || (isBelowLast && sys.linkType === 'Entry')) continue
      seen.add(key)
      links.push(sys)
    }
    if (links.length === 0) break
    const linked = readLinked(links)
    const found = new Set(linked.map(({ sys }) => toKey(sys.type, sys.id)))
    const missing = isBelowLast ? [] : links.filter(({ linkType, id }) => !found.has(toKey(linkType, id)))
    errors.push(...missing.map((sys) => ({ sys: { id: 'notResolvable', type: 'error' }, details: sys })))
    included.push(...linked)
    fields = linked.map((entity) => entity.fields)
  }
  return {
    ...(errors.length > 0 ? { errors } : {}),
    ...(included.length > 0 ? { includes: Object.groupBy(included, ({ sys }) => sys.type) } : {}),
  }
}
