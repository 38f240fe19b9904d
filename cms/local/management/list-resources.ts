import { createListBody, parseListQuery } from '#local/engine/list-query.ts'
import {
  createAssetListSchema,
  createEntryListSchema,
  createListSchema,
  createTextSearch,
  type ListSchema,
  takeContentType,
  type ValueKindsByPath,
} from '#local/engine/list-schema.ts'
import {
  getValuesAt,
  parseInteger,
  parseQueryParameters,
  type QueryParameters,
} from '#local/engine/query-parameters.ts'
import { parseSelect } from '#local/engine/select.ts'
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

const RESOURCE_SCHEMA: ListSchema = {
  ...createListSchema({ ...VERSIONED_SYS, name: 'Symbol' }),
  searches: createTextSearch(() => ['name', 'description']),
}

const ASSET_SCHEMA = createAssetListSchema(VERSIONED_SYS)

type ToResponse<Body> = (resource: StoredResource<Body>) => object

/** Lists the entries that match the query. */
export function listEntries(
  { entries, contentTypes, getDefaultLocale }: Store,
  query: unknown,
  toResponse: ToResponse<StoredContent>,
) {
  const parameters = parseQueryParameters(query)
  const getContentType = (id: string) => contentTypes.all().find((type) => type.id === id)?.draft
  const contentType = takeContentType(parameters, getContentType)
  const schema = createEntryListSchema(VERSIONED_SYS, contentType, getContentType)
  return list(entries, parameters, schema, toResponse, { contentType: contentType?.id, locale: getDefaultLocale() })
}

/** Lists the assets that match the query. */
export const listAssets = (
  { assets, getDefaultLocale }: Store,
  query: unknown,
  toResponse: ToResponse<StoredContent>,
) => list(assets, parseQueryParameters(query), ASSET_SCHEMA, toResponse, { locale: getDefaultLocale() })

/** Lists other resources with versions. They can be filtered by `name`, and searched for words of name and description. */
export const listResources = <Body>(resources: ResourceTable<Body>, query: unknown, toResponse: ToResponse<Body>) =>
  list(resources, parseQueryParameters(query), RESOURCE_SCHEMA, toResponse)

/** Lists items that are not stored resources, in the given order. */
export function listFixedItems(items: readonly object[], query: unknown) {
  const schema = { ...createListSchema(VERSIONED_SYS), hasOwnOrder: true }
  return createListBody(parseListQuery(parseQueryParameters(query), schema).getPage(items, (item) => item))
}

/** Queries by id only, as the seed command sends, run in the database. Others use the field values of `locale`. */
function list<Body>(
  resources: ResourceTable<Body>,
  parameters: QueryParameters,
  schema: ListSchema,
  toResponse: ToResponse<Body>,
  { contentType, locale }: { readonly contentType?: string | undefined; readonly locale?: string } = {},
) {
  // The parameter changes nothing, as recorded: contentful-management.rb, including_linked_entries.yml.
  parseInteger('include', parameters.take('include'), { fallback: 0, min: 0, max: 10 })
  const select = parseSelect(parameters.take('select'), schema)
  const query = parseListQuery(parameters, schema)
  const { onlyIds, isSortedById, skip, limit } = query
  if (onlyIds !== undefined) {
    const ids = onlyIds ?? undefined
    const { total, items } = resources.list({ ids, contentType, isById: isSortedById, skip, limit })
    return createListBody({ total, skip, limit, items: items.map((item) => select(toResponse(item))) })
  }
  const candidates = resources.all().filter((resource) => !contentType || resource.contentType === contentType)
  const page = query.getPage(candidates.map(toResponse), (item) => {
    if (locale === undefined) return item
    const [fields] = getValuesAt(item, ['fields'])
    const values = Object.entries(fields ?? {}).map(([id, byLocale]) => [id, getValuesAt(byLocale, [locale])])
    return { ...item, fields: Object.fromEntries(values) }
  })
  return createListBody({ ...page, items: page.items.map(select) })
}
