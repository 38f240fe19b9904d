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

/** Which version of the resources a list contains. `published`: only resources that have one. */
type ListedVersion = 'draft' | 'published'

/** Lists the entries that match the query. */
export function listEntries(
  store: Store,
  query: unknown,
  toResponse: ToResponse<StoredContent>,
  version: ListedVersion = 'draft',
) {
  const parameters = parseQueryParameters(query)
  const contentTypes = store.contentTypes.all().map(({ draft }) => draft)
  const schema = createEntryListSchema(VERSIONED_SYS, parameters, contentTypes)
  return list(store.entries, parameters, { schema, toResponse, version, locale: store.getDefaultLocale() })
}

/** Lists the assets that match the query. */
export function listAssets(
  store: Store,
  query: unknown,
  toResponse: ToResponse<StoredContent>,
  version: ListedVersion = 'draft',
) {
  const schema = createAssetListSchema(VERSIONED_SYS)
  const options = { schema, toResponse, version, locale: store.getDefaultLocale() }
  return list(store.assets, parseQueryParameters(query), options)
}

/** Lists other resources with versions. They can be filtered by `name`, and searched for words of name and description. */
export const listResources = <Body>(resources: ResourceTable<Body>, query: unknown, toResponse: ToResponse<Body>) =>
  list(resources, parseQueryParameters(query), { schema: createNamedListSchema(VERSIONED_SYS), toResponse })

/** Lists items that are not stored resources, in the given order. */
export function listFixedItems(items: readonly object[], query: unknown) {
  const schema = { ...createListSchema(VERSIONED_SYS), hasOwnOrder: true }
  return parseListQuery(parseQueryParameters(query), schema).getPage(items)
}

interface ListOptions<Body> {
  readonly schema: ListSchema
  readonly toResponse: ToResponse<Body>
  readonly version?: ListedVersion
  /** Whose field values filters and orders use; absent if the resources have no fields. */
  readonly locale?: string
}

/**
 * Queries of drafts that filter only by id, which the seed command sends, run in the database. All other queries filter
 * the parsed resources.
 */
function list<Body>(
  resources: ResourceTable<Body>,
  parameters: QueryParameters,
  { schema, toResponse, version = 'draft', locale }: ListOptions<Body>,
) {
  // The parameter changes nothing, as recorded: contentful-management.rb, including_linked_entries.yml.
  takeIncludeLevels(parameters)
  const select = takeSelect(parameters, schema)
  const { onlyIds, isSortedById, skip, limit, getPage } = parseListQuery(parameters, schema)
  const { contentType } = schema
  if (onlyIds !== undefined && version === 'draft') {
    const ids = onlyIds ?? undefined
    const { total, items } = resources.list({ ids, contentType, isById: isSortedById, skip, limit })
    return createListBody({ total, skip, limit, items: items.map((item) => select(toResponse(item))) })
  }
  const all = version === 'draft' ? resources.all() : resources.all().flatMap(toPublishedVersion)
  const candidates = all.filter((resource) => !contentType || resource.contentType === contentType)
  const page = getPage(candidates.map(toResponse), (item) =>
    locale === undefined ? item : selectLocaleValues(item, locale),
  )
  return { ...page, items: page.items.map(select) }
}

/** Returns the resource as the request that published it has left it; empty if it is not published. */
function toPublishedVersion<Body>(resource: StoredResource<Body>): readonly StoredResource<Body>[] {
  const { published, publishedVersion, publishedAt, updatedAt } = resource
  if (published === null || publishedVersion === null) return []
  return [{ ...resource, draft: published, version: publishedVersion + 1, updatedAt: publishedAt ?? updatedAt }]
}
