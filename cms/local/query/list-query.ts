import type { ListSchema } from './list-schema.ts'
import { parseOrder } from './order.ts'
import { createFullTextFilter, createLinkFilter, parseFilter, type QueryFilter } from './query-filters.ts'
import { parseInteger, type QueryParameters } from './query-parameters.ts'
import type { QueryableItem } from './queryable.ts'

const SKIP = { fallback: 0, min: 0, max: Number.MAX_SAFE_INTEGER }

/** Not 0: Contentful's delivery API takes it as no limit at all, and gives 100. */
const LIMIT = { fallback: 100, min: 1, max: 1_000 }

/** The order of somebody who reads a whole list page by page. */
const BY_ID = 'sys.id'

/** One page of a list. */
interface Paged<Item> {
  readonly total: number
  readonly skip: number
  readonly limit: number
  readonly items: readonly Item[]
}

/** A request for a list, read and found to be one that can be answered. */
interface Query {
  readonly skip: number
  readonly limit: number
  /** The ids that it asks for, where it asks for nothing else: a database finds them faster. `null`: for all there is. */
  readonly onlyIds: readonly string[] | null | undefined
  /** The list is ordered by id, and not by the latest change. */
  readonly isSortedById: boolean
  /** `view`: an item as it is filtered and ordered by. */
  readonly getPage: <Item>(items: readonly Item[], view: (item: Item) => QueryableItem) => Paged<Item>
}

/** Takes every parameter that is left. Throws where one is unknown, or has a value that it cannot have. */
export function parseListQuery(parameters: QueryParameters, shape: ListSchema): Query {
  const skip = parseInteger('skip', parameters.take('skip'), SKIP)
  const limit = parseInteger('limit', parameters.take('limit'), LIMIT)
  const order = parameters.take('order')
  const compare = parseOrder(order, shape)
  const texts = textFilters(parameters, shape)
  const given = parameters.takeRest()
  const filters = [...texts, ...given.map(([name, value]) => parseFilter(name, value, shape))]
  return {
    skip,
    limit,
    onlyIds: (order === undefined || order === BY_ID) && texts.length === 0 ? idsOf(given) : undefined,
    isSortedById: order === BY_ID,
    getPage: (items, view) => {
      const found = items
        .map((item) => ({ item, view: view(item) }))
        .filter((each) => filters.every((fits) => fits(each.view)))
        .sort((one, other) => compare(one.view, other.view))
      return { total: found.length, skip, limit, items: found.slice(skip, skip + limit).map(({ item }) => item) }
    },
  }
}

function textFilters(parameters: QueryParameters, shape: ListSchema): readonly QueryFilter[] {
  const filters: QueryFilter[] = []
  const take = (name: string, filter: (value: string) => QueryFilter) => {
    const value = parameters.take(name)
    if (value !== undefined) filters.push(filter(value))
  }
  const { getTextPaths, hasLinks } = shape
  if (getTextPaths) take('query', (wanted) => createFullTextFilter(wanted, getTextPaths))
  if (hasLinks) {
    take('links_to_entry', (id) => createLinkFilter('Entry', id))
    take('links_to_asset', (id) => createLinkFilter('Asset', id))
  }
  return filters
}

function idsOf(given: readonly (readonly [string, string])[]): Query['onlyIds'] {
  const [only, ...more] = given
  if (!only) return null
  if (more.length > 0) return undefined
  const [name, value] = only
  if (name === 'sys.id') return [value]
  return name === 'sys.id[in]' ? value.split(',') : undefined
}

/** The list as it is answered. */
export const createListBody = ({ total, skip, limit, items }: Paged<unknown>) => ({
  sys: { type: 'Array' },
  total,
  skip,
  limit,
  items,
})
