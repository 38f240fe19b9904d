import { DEFAULT_LOCALE } from '#local/constants.ts'
import { createListBody, parseListQuery } from '#local/query/list-query.ts'
import {
  createAssetListSchema,
  createEntryListSchema,
  createListSchema,
  type ListSchema,
  takeContentType,
  type ValueKindsByPath,
} from '#local/query/list-schema.ts'
import {
  getValuesAt,
  parseQueryParameters,
  type QueryableItem,
  type QueryParameters,
} from '#local/query/query-parameters.ts'
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
export function listEntries({ entries, contentTypes }: Store, query: unknown, toResponse: ToResponse<StoredContent>) {
  const parameters = parseQueryParameters(query)
  const contentTypesById = new Map(contentTypes.all().map(({ id, draft }) => [id, draft]))
  const getContentType = (id: string) => contentTypesById.get(id)
  const contentType = takeContentType(parameters, getContentType)
  const schema = createEntryListSchema(VERSIONED_SYS, contentType, getContentType)
  return list(entries, parameters, schema, toResponse, contentType?.id)
}

/** Lists the assets that match the query. */
export const listAssets = ({ assets }: Store, query: unknown, toResponse: ToResponse<StoredContent>) =>
  list(assets, parseQueryParameters(query), createAssetListSchema(VERSIONED_SYS), toResponse)

/** Lists other resources with versions. They can be filtered by `name`. */
export const listResources = <Body>(resources: ResourceTable<Body>, query: unknown, toResponse: ToResponse<Body>) =>
  list(resources, parseQueryParameters(query), createListSchema({ ...VERSIONED_SYS, name: 'Symbol' }), toResponse)

/** Lists items that are not stored resources, in the given order. */
export function listFixedItems(items: readonly object[], query: unknown) {
  const schema = { ...createListSchema(VERSIONED_SYS), hasOwnOrder: true }
  return createListBody(parseListQuery(parseQueryParameters(query), schema).getPage(items, (item) => item))
}

/**
 * Queries that filter only by id, which the seed command sends, run in the database. All other queries filter the
 * parsed resources.
 */
function list<Body>(
  resources: ResourceTable<Body>,
  parameters: QueryParameters,
  schema: ListSchema,
  toResponse: ToResponse<Body>,
  contentType?: string,
) {
  const query = parseListQuery(parameters, schema)
  const { onlyIds, isSortedById, skip, limit } = query
  if (onlyIds !== undefined) {
    const ids = onlyIds ?? undefined
    const { total, items } = resources.list({ ids, contentType, isById: isSortedById, skip, limit })
    return createListBody({ total, skip, limit, items: items.map(toResponse) })
  }
  const candidates = resources.all().filter((resource) => !contentType || resource.contentType === contentType)
  return createListBody(query.getPage(candidates.map(toResponse), resolveDefaultLocale))
}

/** Filters and orders use the field values of the default locale. */
function resolveDefaultLocale(item: object): QueryableItem {
  const [fields] = getValuesAt(item, ['fields'])
  const values = Object.entries(fields ?? {}).map(([id, byLocale]) => [id, getValuesAt(byLocale, [DEFAULT_LOCALE])])
  return { ...item, fields: Object.fromEntries(values) }
}
