import { createListBody, parseListQuery, selectLocaleValues, takeSelect } from '#local/engine/list-query.ts'
import {
  createAssetListSchema,
  createEntryListSchema,
  createListSchema,
  createNamedListSchema,
  type ListSchema,
  type ValueKindsByPath,
} from '#local/engine/list-schema.ts'
import { parseQueryParameters, type QueryParameters, takeIncludeLevels } from '#local/engine/query-parameters.ts'
import type { ResourceTable, StoredResource } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'

/** Query parameters for the `sys` of resources with versions. */
const VERSIONED_SYS: ValueKindsByPath = {
  'sys.id': 'Symbol',
  'sys.type': 'Symbol',
  'sys.version': 'Integer',
  'sys.createdAt': 'Date',
  'sys.updatedAt': 'Date',
  'sys.publishedVersion': 'Integer',
  'sys.publishedCounter': 'Integer',
  'sys.publishedAt': 'Date',
  'sys.firstPublishedAt': 'Date',
  'sys.archivedVersion': 'Integer',
  'sys.archivedAt': 'Date',
}

type ToResponse<Body> = (resource: StoredResource<Body>) => object

/** Lists the entries that match the query. */
export function listEntries(store: Store, query: unknown, toResponse: ToResponse<StoredContent>) {
  const parameters = parseQueryParameters(query)
  const contentTypes = store.contentTypes.all().map(({ draft }) => draft)
  const schema = createEntryListSchema(VERSIONED_SYS, parameters, contentTypes)
  return list(store.entries, parameters, schema, toResponse, store.getDefaultLocale())
}

/** Lists the assets that match the query. */
export const listAssets = (store: Store, query: unknown, toResponse: ToResponse<StoredContent>) => {
  const schema = createAssetListSchema(VERSIONED_SYS)
  return list(store.assets, parseQueryParameters(query), schema, toResponse, store.getDefaultLocale())
}

/** Lists other resources with versions. They can be filtered by `name`, and searched for words of name and description. */
export const listResources = <Body>(resources: ResourceTable<Body>, query: unknown, toResponse: ToResponse<Body>) =>
  list(resources, parseQueryParameters(query), createNamedListSchema(VERSIONED_SYS), toResponse)

/** Lists items that are not stored resources, in the given order. */
export function listFixedItems(items: readonly object[], query: unknown) {
  const schema = { ...createListSchema(VERSIONED_SYS), hasOwnOrder: true }
  return parseListQuery(parseQueryParameters(query), schema).getPage(items)
}

/**
 * Queries that filter only by id, which the seed command sends, run in the database. All other queries filter the
 * parsed resources. `locale`: whose field values filters and orders use; absent if the resources have no fields.
 */
function list<Body>(
  resources: ResourceTable<Body>,
  parameters: QueryParameters,
  schema: ListSchema,
  toResponse: ToResponse<Body>,
  locale?: string,
) {
  // The parameter changes nothing, as recorded: contentful-management.rb, including_linked_entries.yml.
  takeIncludeLevels(parameters)
  const select = takeSelect(parameters, schema)
  const { onlyIds, isSortedById, skip, limit, getPage } = parseListQuery(parameters, schema)
  const { contentType } = schema
  if (onlyIds !== undefined) {
    const ids = onlyIds ?? undefined
    const { total, items } = resources.list({ ids, contentType, isById: isSortedById, skip, limit })
    return createListBody({ total, skip, limit, items: items.map((item) => select(toResponse(item))) })
  }
  const candidates = resources.all().filter((resource) => !contentType || resource.contentType === contentType)
  const page = getPage(candidates.map(toResponse), (item) =>
    locale === undefined ? item : selectLocaleValues(item, locale),
  )
  return { ...page, items: page.items.map(select) }
}
