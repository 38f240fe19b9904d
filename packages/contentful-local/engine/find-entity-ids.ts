import type { ContentVersion, EntityTable, StoredEntity } from '#local/store/entity-table.ts'
import type { ListQuery } from './list-query.ts'
import type { StoredContent } from './list-schema.ts'
import { createKeyComparison } from './value-filter.ts'

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

/** Ids of all entries or assets that match, in the order of the list. */
export function findEntityIds(query: ListQuery, options: ListedEntities): readonly string[] {
  // What the database selects is in its order already.
  const orders = query.storedOrder ? [] : query.orders
  const { selection, filters } = selectStored(query, options)
  if (filters.length === 0 && query.storedOrder) return options.table.listIds(selection)
  const matches = options.table.iterate(selection).flatMap((resource) => {
    const view = options.getView(resource)
    const isMatch = filters.every((filter) => filter.matches(view))
    return isMatch ? [{ id: resource.id, keys: orders.map(({ getKey }) => getKey(view)) }] : []
  })
  return [...matches].sort(createKeyComparison(orders)).map(({ id }) => id)
}

/** What the database selects, and the filters that remain for each of the selected resources. */
export function selectStored({ filters, storedOrder }: ListQuery, { version, contentType }: ListedEntities) {
  const byId = filters.find(({ ids }) => ids)
  const bySearch = filters.find(({ search }) => search)
  const others = filters.filter((filter) => filter !== byId && filter !== bySearch)
  const selection = {
    version,
    contentType,
    ids: byId?.ids,
    values: others.flatMap(({ condition }) => condition ?? []),
    search: bySearch?.search,
    ...storedOrder,
  }
  return { selection, filters: others }
}
