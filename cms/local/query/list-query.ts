import { type ComparableValue, isOrderable, type ListSchema, toComparable } from './list-schema.ts'
import { createFullTextFilter, createLinkFilter, getValueKind, parseFilter, type QueryFilter } from './query-filters.ts'
import {
  createInvalidParameterError,
  getValuesAt,
  parseInteger,
  type QueryableItem,
  type QueryParameters,
} from './query-parameters.ts'

const SKIP = { fallback: 0, min: 0, max: Number.MAX_SAFE_INTEGER }

/** Not 0: Contentful's delivery API takes it as no limit at all, and gives 100. */
const LIMIT = { fallback: 100, min: 1, max: 1_000 }

/** The order of somebody who reads a whole list page by page. */
const ORDER_BY_ID = 'sys.id'

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
    onlyIds: (order === undefined || order === ORDER_BY_ID) && texts.length === 0 ? idsOf(given) : undefined,
    isSortedById: order === ORDER_BY_ID,
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

type Compare = (one: QueryableItem, other: QueryableItem) => number

/**
 * `sys.createdAt,-fields.title`; without it the latest changed come first, or the list's own order holds. The id decides where the rest does not:
 * pages neither repeat an item nor leave one out.
 */
function parseOrder(text: string | undefined, shape: ListSchema): Compare {
  if (text === undefined && shape.hasOwnOrder) return () => 0
  const compares = [...(text?.split(',').map((key) => compareBy(key, shape)) ?? [COMPARE_LATEST_FIRST]), COMPARE_BY_ID]
  return (one, other) => compares.reduce((found, compare) => found || compare(one, other), 0)
}

function compareBy(key: string, shape: ListSchema): Compare {
  const path = key.replace(/^-/, '')
  const kind = getValueKind('order', path, {
    ...shape,
    explainMissing: (it) => shape.explainMissing?.(it) ?? `cannot be "${it}" here`,
  })
  if (!isOrderable(kind)) {
    const errors = [{ name: 'order', path: path.split('.'), type: kind }]
    throw createInvalidParameterError('order', `cannot be "${path}": what stands there has no order`, { errors })
  }
  const steps = path.split('.')
  const held = (item: QueryableItem) => toComparable(kind, getValuesAt(item, steps)[0])
  return compareHeld(held, key === path ? 1 : -1)
}

/** What has no value comes last, in both directions. */
const compareHeld =
  (held: (item: QueryableItem) => ComparableValue | undefined, direction: 1 | -1): Compare =>
  (one, other) => {
    const [first, second] = [held(one), held(other)]
    if (first === second) return 0
    if (first === undefined) return 1
    if (second === undefined) return -1
    return first < second ? -direction : direction
  }

const textAt =
  (...path: readonly string[]) =>
  (item: QueryableItem) =>
    toComparable('Symbol', getValuesAt(item, path)[0])

const COMPARE_LATEST_FIRST = compareHeld(textAt('sys', 'updatedAt'), -1)
const COMPARE_BY_ID = compareHeld(textAt('sys', 'id'), 1)
