import { type Filter, filterOf, fullText, linksTo } from './filters.ts'
import { orderOf } from './order.ts'
import { type Parameters, wholeNumber } from './parameters.ts'
import type { Queryable } from './queryable.ts'
import type { Shape } from './shape.ts'

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
  readonly isById: boolean
  /** `view`: an item as it is filtered and ordered by. */
  readonly page: <Item>(items: readonly Item[], view: (item: Item) => Queryable) => Paged<Item>
}

/** Takes every parameter that is left. Throws where one is unknown, or has a value that it cannot have. */
export function parseQuery(parameters: Parameters, shape: Shape): Query {
  const skip = wholeNumber('skip', parameters.take('skip'), SKIP)
  const limit = wholeNumber('limit', parameters.take('limit'), LIMIT)
  const order = parameters.take('order')
  const compare = orderOf(order, shape)
  const texts = textFilters(parameters, shape)
  const given = parameters.rest()
  const filters = [...texts, ...given.map(([name, value]) => filterOf(name, value, shape))]
  return {
    skip,
    limit,
    onlyIds: (order === undefined || order === BY_ID) && texts.length === 0 ? idsOf(given) : undefined,
    isById: order === BY_ID,
    page: (items, view) => {
      const found = items
        .map((item) => ({ item, view: view(item) }))
        .filter((each) => filters.every((fits) => fits(each.view)))
        .sort((one, other) => compare(one.view, other.view))
      return { total: found.length, skip, limit, items: found.slice(skip, skip + limit).map(({ item }) => item) }
    },
  }
}

function textFilters(parameters: Parameters, shape: Shape): readonly Filter[] {
  const filters: Filter[] = []
  const take = (name: string, filter: (value: string) => Filter) => {
    const value = parameters.take(name)
    if (value !== undefined) filters.push(filter(value))
  }
  const { texts, linking } = shape
  if (texts) take('query', (wanted) => fullText(wanted, texts))
  if (linking) {
    take('links_to_entry', (id) => linksTo('Entry', id))
    take('links_to_asset', (id) => linksTo('Asset', id))
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
export const listBody = ({ total, skip, limit, items }: Paged<unknown>) => ({
  sys: { type: 'Array' },
  total,
  skip,
  limit,
  items,
})
