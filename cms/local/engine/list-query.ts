import { describeAlternative } from '#local/http/alternatives.ts'
import type { ItemFilter, ListSchema } from './list-schema.ts'
import {
  createInvalidParameterError,
  createUnknownParameterError,
  createUnknownPathDetails,
  getValuesAt,
  parseInteger,
  type QueryParameters,
} from './query-parameters.ts'
import {
  createOrder,
  createValueFilter,
  FILTER_OPERATORS,
  type FilterOperator,
  isSortable,
  type Order,
  parseTimestamp,
  sortBy,
  type ValueKind,
} from './value-filter.ts'

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
  readonly getPage: <Item>(items: readonly Item[], view: (item: Item) => object) => Page<Item>
}

/** Parses all remaining parameters. Throws `InvalidQuery` for an unknown parameter or an invalid value. */
export function parseListQuery(parameters: QueryParameters, schema: ListSchema): ListQuery {
  const skip = parseInteger('skip', parameters.take('skip'), SKIP_RANGE)
  const limit = parseInteger('limit', parameters.take('limit'), LIMIT_RANGE)
  // The web app sends `order[0]` for the first of several keys.
  const order = parameters.take('order') ?? parameters.take('order[0]')
  const orders = parseOrder(order, schema)
  const searches = Object.entries(schema.searches ?? {}).flatMap(([name, createSearch]) => {
    const text = parameters.take(name)
    return text === undefined ? [] : createSearch(text)
  })
  const rest = parameters.takeRest()
  const filters = [...searches, ...rest.map(([name, text]) => parseFilter(name, text, schema))]
  const canUseDatabase = (order === undefined || order === ORDER_BY_ID) && searches.length === 0
  return {
    skip,
    limit,
    onlyIds: canUseDatabase ? getOnlyIds(rest) : undefined,
    isSortedById: order === ORDER_BY_ID,
    getPage: (items, view) => {
      const views = items.map((item) => ({ item, view: view(item) }))
      const matches = sortBy(
        views.filter((candidate) => filters.every((filter) => filter(candidate.view))),
        orders.map(({ getKey, direction }) => ({ getKey: (candidate) => getKey(candidate.view), direction })),
      )
      return { total: matches.length, skip, limit, items: matches.slice(skip, skip + limit).map(({ item }) => item) }
    },
  }
}

function getOnlyIds([parameter, ...others]: ReturnType<QueryParameters['takeRest']>): ListQuery['onlyIds'] {
  if (!parameter) return null
  const [name, value] = parameter
  if (others.length > 0 || (name !== 'sys.id' && name !== 'sys.id[in]')) return undefined
  return name === 'sys.id' ? [value] : value.split(',')
}

/** The response body of a list. */
export const createListBody = ({ total, skip, limit, items }: Page<unknown>) => ({
  sys: { type: 'Array' },
  total,
  skip,
  limit,
  items,
})

/** Parses a filter, for example `fields.title[match]` or `sys.id`. */
function parseFilter(name: string, text: string, schema: ListSchema): ItemFilter {
  const [, path = '', operator = 'eq'] = /^([^[\]]+)(?:\[(\w+)\])?$/.exec(name) ?? []
  const kind = findValueKind(name, path, schema)
  if (!isOperator(kind, operator)) {
    const supported = FILTER_OPERATORS[kind].map((known) => (known === 'eq' ? 'a value' : `[${known}]`)).join(', ')
    const problem = `is not supported: "${path}" takes ${supported}${describeAlternative(name)}`
    throw createInvalidParameterError(name, problem)
  }
  const steps = path.split('.')
  const parse = (part: string, type = kind) => {
    const value = parseValue(type, part)
    if (value !== undefined) return value
    // Recorded for `equals`: contentful-management.java, error_wrong_type_for_date.json.
    const details = `${part} used on ${path} is not a valid value for type ${type}.`
    const error = { name: 'value', path: steps, type, filter: operator === 'eq' ? 'equals' : operator, details }
    throw createInvalidParameterError(name, `must be a ${type}, not "${part}"`, { errors: [error] })
  }
  const filter = createValueFilter(kind, operator, parseOperand(operator, text, parse))
  return (item) => filter(getValuesAt(item, steps))
}

const isOperator = (kind: ValueKind, name: string): name is FilterOperator =>
  FILTER_OPERATORS[kind].some((operator) => operator === name)

function parseOperand(operator: FilterOperator, text: string, parse: (part: string, kind?: ValueKind) => unknown) {
  if (operator === 'match') return text
  if (operator === 'exists') return parse(text, 'Boolean')
  const isList = operator === 'in' || operator === 'nin' || operator === 'all'
  return isList ? text.split(',').map((part) => parse(part)) : parse(text)
}

function parseValue(kind: ValueKind, text: string): string | number | boolean | undefined {
  if (kind === 'Boolean') return text === 'true' || (text === 'false' ? false : undefined)
  if (kind === 'Date') return Number.isFinite(parseTimestamp(text)) ? text : undefined
  if (kind !== 'Integer' && kind !== 'Number') return text
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
}

/** The kind of the values at a path. Throws `InvalidQuery` if the list does not have the path. */
function findValueKind(parameter: string, path: string, schema: ListSchema): ValueKind {
  const kind = schema.valueKinds.get(path)
  if (kind) return kind
  const reason = schema.explainMissing?.(path)
  if (reason === undefined && parameter !== 'order') throw createUnknownParameterError(parameter)
  throw createInvalidParameterError(parameter, reason ?? `cannot be "${path}" here`, createUnknownPathDetails(path))
}

/**
 * Parses the parameter `order`, for example `sys.createdAt,-fields.title`. Default: the order of the list, or else the
 * latest change first. Equal items are sorted by id, so that pages neither repeat nor omit an item.
 */
function parseOrder(text: string | undefined, schema: ListSchema): readonly Order<object>[] {
  if (text === undefined && schema.hasOwnOrder) return []
  const orders = text?.split(',').map((key) => {
    const path = key.replace(/^-/, '')
    const kind = findValueKind('order', path, schema)
    if (isSortable(kind)) return createPathOrder(kind, path, key === path ? 1 : -1)
    const errors = [{ name: 'order', path: path.split('.'), type: kind }]
    throw createInvalidParameterError('order', `cannot be "${path}": its values have no order`, { errors })
  })
  return [...(orders ?? [createPathOrder('Symbol', 'sys.updatedAt', -1)]), createPathOrder('Symbol', ORDER_BY_ID, 1)]
}

function createPathOrder(kind: ValueKind, path: string, direction: 1 | -1): Order<object> {
  const steps = path.split('.')
  return createOrder(kind, (item) => getValuesAt(item, steps), direction)
}
