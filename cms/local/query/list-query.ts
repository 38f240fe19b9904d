import { type ComparableValue, isOrderable, type ListSchema, toComparable } from './list-schema.ts'
import {
  createFullTextFilter,
  createLinkFilter,
  createMediaTypeGroupFilter,
  getValueKind,
  parseFilter,
  type QueryFilter,
} from './query-filters.ts'
import {
  createInvalidParameterError,
  getValuesAt,
  parseInteger,
  type QueryableItem,
  type QueryParameters,
} from './query-parameters.ts'

const SKIP_RANGE = { fallback: 0, min: 0, max: Number.MAX_SAFE_INTEGER }

/** The minimum is 1: Contentful's delivery API treats 0 as no limit and returns 100 items. */
const LIMIT_RANGE = { fallback: 100, min: 1, max: 1_000 }

/** The order of clients that read a whole list page by page. */
const ORDER_BY_ID = 'sys.id'

/** One page of a list. */
interface Page<Item> {
  readonly total: number
  readonly skip: number
  readonly limit: number
  readonly items: readonly Item[]
}

/** The parsed parameters of a list request. */
interface ListQuery {
  readonly skip: number
  readonly limit: number
  /**
   * The ids if the query filters only by id; `null` if it has no filter. The database can answer these queries.
   * `undefined` for other queries.
   */
  readonly onlyIds: readonly string[] | null | undefined
  /** Whether the list is sorted by id instead of by the latest change. */
  readonly isSortedById: boolean
  /** Filters, sorts and pages items. `view` returns the properties to filter and sort by. */
  readonly getPage: <Item>(items: readonly Item[], view: (item: Item) => QueryableItem) => Page<Item>
}

/** Parses all remaining parameters. Throws `InvalidQuery` for an unknown parameter or an invalid value. */
export function parseListQuery(parameters: QueryParameters, schema: ListSchema): ListQuery {
  const skip = parseInteger('skip', parameters.take('skip'), SKIP_RANGE)
  const limit = parseInteger('limit', parameters.take('limit'), LIMIT_RANGE)
  // The web app sends `order[0]` for the first of several keys.
  const order = parameters.take('order') ?? parameters.take('order[0]')
  const compare = parseOrder(order, schema)
  const searchFilters = parseSearchFilters(parameters, schema)
  const rest = parameters.takeRest()
  const filters = [...searchFilters, ...rest.map(([name, value]) => parseFilter(name, value, schema))]
  return {
    skip,
    limit,
    onlyIds:
      (order === undefined || order === ORDER_BY_ID) && searchFilters.length === 0 ? getOnlyIds(rest) : undefined,
    isSortedById: order === ORDER_BY_ID,
    getPage: (items, view) => {
      const matches = items
        .map((item) => ({ item, view: view(item) }))
        .filter((candidate) => filters.every((filter) => filter(candidate.view)))
        .sort((a, b) => compare(a.view, b.view))
      return { total: matches.length, skip, limit, items: matches.slice(skip, skip + limit).map(({ item }) => item) }
    },
  }
}

function parseSearchFilters(parameters: QueryParameters, schema: ListSchema): readonly QueryFilter[] {
  const filters: QueryFilter[] = []
  const take = (name: string, filter: (value: string) => QueryFilter) => {
    const value = parameters.take(name)
    if (value !== undefined) filters.push(filter(value))
  }
  const { getTextPaths, hasFiles, hasLinks } = schema
  if (getTextPaths) take('query', (text) => createFullTextFilter(text, getTextPaths))
  if (hasFiles) take('mimetype_group', createMediaTypeGroupFilter)
  if (hasLinks) {
    take('links_to_entry', (id) => createLinkFilter('Entry', id))
    take('links_to_asset', (id) => createLinkFilter('Asset', id))
  }
  return filters
}

function getOnlyIds(parameters: readonly (readonly [string, string])[]): ListQuery['onlyIds'] {
  const [parameter, ...others] = parameters
  if (!parameter) return null
  if (others.length > 0) return undefined
  const [name, value] = parameter
  if (name === 'sys.id') return [value]
  return name === 'sys.id[in]' ? value.split(',') : undefined
}

/** The response body of a list. */
export const createListBody = ({ total, skip, limit, items }: Page<unknown>) => ({
  sys: { type: 'Array' },
  total,
  skip,
  limit,
  items,
})

type Compare = (a: QueryableItem, b: QueryableItem) => number

/**
 * Parses the parameter `order`, for example `sys.createdAt,-fields.title`. Default: the order of the list, or else the
 * latest change first. Equal items are sorted by id, so that pages neither repeat nor omit an item.
 */
function parseOrder(text: string | undefined, schema: ListSchema): Compare {
  if (text === undefined && schema.hasOwnOrder) return () => 0
  const comparators = [
    ...(text?.split(',').map((key) => parseOrderKey(key, schema)) ?? [COMPARE_LATEST_FIRST]),
    COMPARE_BY_ID,
  ]
  return (a, b) => comparators.reduce((result, compare) => result || compare(a, b), 0)
}

function parseOrderKey(key: string, schema: ListSchema): Compare {
  const path = key.replace(/^-/, '')
  const kind = getValueKind('order', path, {
    ...schema,
    explainMissing: (missing) => schema.explainMissing?.(missing) ?? `cannot be "${missing}" here`,
  })
  if (!isOrderable(kind)) {
    const errors = [{ name: 'order', path: path.split('.'), type: kind }]
    throw createInvalidParameterError('order', `cannot be "${path}": its values have no order`, { errors })
  }
  const steps = path.split('.')
  const getValue = (item: QueryableItem) => toComparable(kind, getValuesAt(item, steps)[0])
  return compareValues(getValue, key === path ? 1 : -1)
}

/** Compares items by a value. Items without a value come last in both directions. */
const compareValues =
  (getValue: (item: QueryableItem) => ComparableValue | undefined, direction: 1 | -1): Compare =>
  (a, b) => {
    const [first, second] = [getValue(a), getValue(b)]
    if (first === second) return 0
    if (first === undefined) return 1
    if (second === undefined) return -1
    return first < second ? -direction : direction
  }

const getTextAt =
  (...path: readonly string[]) =>
  (item: QueryableItem) =>
    toComparable('Symbol', getValuesAt(item, path)[0])

const COMPARE_LATEST_FIRST = compareValues(getTextAt('sys', 'updatedAt'), -1)
const COMPARE_BY_ID = compareValues(getTextAt('sys', 'id'), 1)
