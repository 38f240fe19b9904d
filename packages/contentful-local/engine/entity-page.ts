import type { ContentVersion, EntityTable, StoredEntity } from '#local/store/entity-table.ts'
import type { ListQuery } from './list-query.ts'
import type { StoredContent } from './list-schema.ts'
import { createKeyComparison, readSortKeys } from './value-filter.ts'

/** Which entries or assets a list is read from. */
export interface ListedEntities {
  readonly table: EntityTable
  readonly version: ContentVersion
  /** The content type of all entries; absent if they can have any. */
  readonly contentType?: string | undefined
  readonly stored: StoredContent
  /** The properties to filter and sort by. */
  readonly getView: (resource: StoredEntity) => object
}

/** Reads the entries or assets of one page of a list, and the number of all that match. */
export function readEntityPage(query: ListQuery, options: ListedEntities) {
  const { skip, limit, storedOrder, sortedBy } = query
  const { table } = options
  const { selection, filters } = selectStored(query, options)
  if (filters.length === 0 && (storedOrder || sortedBy)) {
    const ids = table.listIds({ ...selection, sortedBy }, { skip, limit })
    const isLastPage = ids.length > 0 && ids.length < limit
    return { total: isLastPage ? skip + ids.length : table.count(selection), resources: table.getMany(ids) }
  }
  const ids = findEntityIds(query, options)
  return { total: ids.length, resources: table.getMany(ids.slice(skip, skip + limit)) }
}

/** Ids of all entries or assets that match, in the order of the list. */
export function findEntityIds(query: ListQuery, options: ListedEntities): readonly string[] {
  const { storedOrder } = query
  // What the database selects is in its order already.
  const orders = storedOrder ? [] : query.orders
  const { selection, filters } = selectStored(query, options)
  if (filters.length === 0 && storedOrder) return options.table.listIds(selection)
  const matches = options.table.iterate(selection).flatMap((resource) => {
    const view = options.getView(resource)
    const isMatch = filters.every((filter) => filter.matches(view))
    return isMatch ? [{ id: resource.id, keys: readSortKeys(view, orders) }] : []
  })
  return [...matches].sort(createKeyComparison(orders)).map(({ id }) => id)
}

/** What the database selects, and the filters that remain for each of the selected resources. */
function selectStored({ filters, storedOrder }: ListQuery, { version, contentType }: ListedEntities) {
  const byId = filters.find(({ ids }) => ids)
  const bySearch = filters.find(({ search }) => search)
  const others = filters.filter((filter) => filter !== byId && filter !== bySearch)
  const selection = {
    version,
    contentType,
    ids: byId?.ids,
    values: others.flatMap(({ condition }) => condition ?? []),
    search: bySearch?.search,
    order: storedOrder ?? 'id',
  }
  return { selection, filters: others }
}
