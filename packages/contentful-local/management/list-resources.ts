import { parseListQuery } from '#local/engine/list-query.ts'
import { createListSchema, createNamedListSchema, toValueKinds } from '#local/engine/list-schema.ts'
import { queryEntities } from '#local/engine/query-entities.ts'
import { parseQueryParameters, takeIncludeLevels } from '#local/engine/query-parameters.ts'
import { getValuesAt } from '#local/shared/get-values-at.ts'
import { createLink, createMetadata, type EntityType } from '#local/shared/links.ts'
import type { EntityContent, StoredEntity } from '#local/store/entity-table.ts'
import type { ResourceTable, StoredResource } from '#local/store/resource-table.ts'
import type { Store } from '#local/store/store.ts'

/** Query parameters for the `sys` of resources with versions. */
const VERSIONED_SYS = toValueKinds({
  Symbol: ['sys.id', 'sys.type'],
  Integer: ['sys.version', 'sys.publishedVersion', 'sys.publishedCounter', 'sys.archivedVersion'],
  Date: ['sys.createdAt', 'sys.updatedAt', 'sys.publishedAt', 'sys.firstPublishedAt', 'sys.archivedAt'],
})

/** The columns of a published version, as `toPublishedVersion` returns it. */
const PUBLICATION_COLUMNS = { version: 'publishedVersion', updatedAt: 'publishedAt' } as const

type ToResponse<Body> = (resource: StoredResource<Body>) => object

/** Lists the entries or assets that match the query. Filters and orders use the values of the default locale. */
export function listEntities(
  store: Store,
  type: EntityType,
  query: unknown,
  toResponse: ToResponse<EntityContent>,
  version: 'draft' | 'published' = 'draft',
) {
  const locale = store.getDefaultLocale()
  const toListed = (resource: StoredEntity) => (version === 'draft' ? resource : toPublishedVersion(resource))
  const toItem = (resource: StoredEntity) => toResponse(toListed(resource))
  const selectValues = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([id, values]) => [id, values[locale]]))
  /** A response is slow to create, and an entry is filtered by nothing else of it. Files of assets need their URLs. */
  const getView = (resource: StoredEntity) => {
    if (type === 'Asset') {
      const item = toItem(resource)
      return { ...item, fields: selectValues(Object(getValuesAt(item, ['fields'])[0])) }
    }
    const { draft, contentType, ...columns } = toListed(resource)
    const sys = { ...columns, type, contentType: createLink('ContentType', contentType ?? '') }
    return { sys, metadata: createMetadata(draft.tags), fields: selectValues(draft.fields) }
  }
  const content = {
    table: type === 'Entry' ? store.entries : store.assets,
    version,
    getView,
    stored: {
      columns: version === 'draft' ? {} : PUBLICATION_COLUMNS,
      getLocale: () => locale,
      fileNames: ['fileName', 'uploadName'],
    },
  } as const
  const contentTypes = store.contentTypes.all().map(({ draft }) => draft)
  // The parameter `include` changes nothing, as recorded: contentful-management.rb, including_linked_entries.yml.
  const { resources, createBody } = queryEntities(parseQueryParameters(query), VERSIONED_SYS, contentTypes, content)
  return createBody(resources.map(toItem))
}

/** Lists other resources with versions. They can be filtered by `name`, and searched for words of name and description. */
export function listResources<Body>(resources: ResourceTable<Body>, query: unknown, toResponse: ToResponse<Body>) {
  const parameters = parseQueryParameters(query)
  takeIncludeLevels(parameters)
  return parseListQuery(parameters, createNamedListSchema(VERSIONED_SYS)).getPage(resources.all().map(toResponse))
}

/** Lists items that are not stored resources, in the given order. */
export function listFixedItems(items: readonly object[], query: unknown) {
  const schema = { ...createListSchema(VERSIONED_SYS), hasOwnOrder: true }
  return parseListQuery(parseQueryParameters(query), schema).getPage(items)
}

/** The resource as the request that published it has left it. The same resource if it is not published. */
function toPublishedVersion<Body>(resource: StoredResource<Body>): StoredResource<Body> {
  const { published, publishedVersion, publishedAt, updatedAt } = resource
  if (published === null || publishedVersion === null) return resource
  return { ...resource, draft: published, version: publishedVersion + 1, updatedAt: publishedAt ?? updatedAt }
}
