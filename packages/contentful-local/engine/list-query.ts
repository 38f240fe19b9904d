import { getValuesAt } from '#local/shared/get-values-at.ts'
import { parseTimestamp } from '#local/shared/parse-timestamp.ts'
import { describeAlternative } from './alternatives.ts'
import type { ItemFilter, ListSchema } from './list-schema.ts'
import {
  createInvalidParameterError,
  createUnknownParameterError,
  createUnknownPathDetails,
  parseIntegerParameter,
  type QueryParameters,
} from './query-parameters.ts'
import { RestError } from './rest-error.ts'
import {
  createOrder,
  createValueFilter,
  FILTER_OPERATORS,
  type FilterOperator,
  INDEXED_KINDS,
  isSortable,
  type Order,
  sortBy,
  type ValueKind,
} from './value-filter.ts'

/** The filters, the order and the page that a request asks for. */
export type ListQuery = ReturnType<typeof parseListQuery>

/** Parses all remaining parameters. Throws `InvalidQuery` for an unknown parameter or an invalid value. */
export function parseListQuery(parameters: QueryParameters, schema: ListSchema) {
  const select = takeSelect(parameters, schema)
  const skip = parseIntegerParameter(parameters, 'skip', 0, Number.MAX_SAFE_INTEGER)
  // 0 reads only `total`: contentful-merge does so, and a maintainer says so in contentful-management.js, issue 1465.
  const limit = parseIntegerParameter(parameters, 'limit', 100, 1_000)
  const order = parameters.take('order')
  const orders = parseOrder(order, schema)
  const sortValue = order === undefined ? undefined : schema.sortValues?.get(order.replace(/^-/, ''))
  const searches = Object.entries(schema.searches ?? {}).flatMap(([name, createSearch]) => {
    const text = parameters.take(name)
    return text === undefined ? [] : createSearch(text)
  })
  const parsed = [...parameters.remaining].map(([name, text]) => parseFilter(name, text, schema))
  const filters = [...(schema.filters ?? []), ...searches, ...parsed]
  return {
    skip,
    limit,
    filters,
    orders,
    /** Copies the properties of an item that the request selects. */
    select,
    /** The order of entries or assets if the database can sort by it. */
    storedOrder:
      order === undefined
        ? { order: 'latest' as const }
        : sortValue && { sortedBy: { ...sortValue, isDescending: order.startsWith('-') } },
    /** Filters, sorts and pages items into a response body. */
    getPage: (items: readonly object[]) => {
      const matches = items.filter((item) => filters.every(({ matches }) => matches(item)))
      const page = sortBy(matches, orders).slice(skip, skip + limit)
      return createListBody({ total: matches.length, skip, limit, items: page.map(select) })
    },
  }
}

export const createListBody = <Page extends object>(page: Page) => ({ sys: { type: 'Array' }, ...page })

/** Parses a filter, for example `fields.title[match]` or `sys.id`. */
function parseFilter(name: string, text: string, schema: ListSchema): ItemFilter {
  const [, path = '', operator = 'eq'] = /^([^[\]]+)(?:\[(\w+)\])?$/.exec(name) ?? []
  const kind = findValueKind(name, path, schema)
  if (!isOperator(kind, operator)) {
    const problem = `is not supported: "${path}" has the operators ${FILTER_OPERATORS[kind].join(', ')}`
    throw createInvalidParameterError(name, `${problem}${describeAlternative(name)}`)
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
  const operand = parseOperand(operator, text, parse)
  const filter = createValueFilter(kind, operator, operand)
  const isEquality = operator === 'eq' || operator === 'in'
  return {
    matches: (item) => filter(getValuesAt(item, steps)),
    ...(isEquality && createStoredCondition(path, kind, [operand].flat())),
  }
}

/** What the database can select by for a filter of equality. */
function createStoredCondition(path: string, kind: ValueKind, values: readonly unknown[]): Partial<ItemFilter> {
  if (path === 'sys.id') return { ids: values.map(String) }
  if (path === 'metadata.tags.sys.id') return { condition: { linkTypes: ['Tag'], values } }
  const [, field, linkId] = /^fields\.([^.]+)(\.sys\.id)?$/.exec(path) ?? []
  if (!field || !INDEXED_KINDS.includes(kind)) return {}
  return { condition: { linkTypes: linkId ? ['Entry', 'Asset'] : [''], field, values } }
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
function findValueKind(parameter: string, path: string, { valueKinds, explainMissing }: ListSchema): ValueKind {
  const kind = valueKinds.get(path)
  if (kind) return kind
  const reason = explainMissing?.(path)
  if (reason === undefined && parameter !== 'order') throw createUnknownParameterError(parameter)
  throw createInvalidParameterError(parameter, reason ?? `cannot be "${path}" here`, createUnknownPathDetails(path))
}

/**
 * Parses the parameter `order`, for example `sys.createdAt,-fields.title`. Default: the order of the list, or else the
 * latest change first. Equal items are sorted by id, so that pages neither repeat nor omit an item.
 */
function parseOrder(text: string | undefined, schema: ListSchema): readonly Order<object>[] {
  if (text === undefined && schema.hasOwnOrder) return []
  const createPathOrder = (kind: ValueKind, path: string, direction: 1 | -1) => {
    const steps = path.split('.')
    return createOrder(kind, (item: object) => getValuesAt(item, steps), direction)
  }
  const keys = text === undefined ? undefined : [...new Set(text.split(','))]
  const orders = keys?.map((key) => {
    const path = key.replace(/^-/, '')
    const kind = findValueKind('order', path, schema)
    if (isSortable(kind)) return createPathOrder(kind, path, key === path ? 1 : -1)
    const errors = [{ name: 'order', path: path.split('.'), type: kind }]
    throw createInvalidParameterError('order', `cannot be "${path}": its values have no order`, { errors })
  })
  return [...(orders ?? [createPathOrder('Symbol', 'sys.updatedAt', -1)]), createPathOrder('Symbol', 'sys.id', 1)]
}

/** What `select` accepts, beside fields and the properties of `sys` that can be filtered by. */
const SELECTABLE =
  /^(sys|fields|metadata(\.(tags|concepts))?|sys\.(locale|urn|(space|environment|contentType|(cre|upd)atedBy|publishedBy)(\.sys(\.(id|type|linkType))?)?))$/

/**
 * Takes the parameter `select`, for example `sys.id,fields.title`. Returns a function that keeps these properties. Throws
 * `InvalidQuery` for an unknown property, and `BadRequest` for a field in a request without `content_type`.
 */
function takeSelect(
  { take }: QueryParameters,
  { valueKinds, explainMissing, selectable = [] }: ListSchema,
): (item: object) => object {
  const text = take('select')
  if (text === undefined) return (item) => item
  const paths = [...new Set(text.split(',').map((path) => path.trim()))]
  for (const path of paths) {
    const isField = /^fields\.[^.]+$/.test(path)
    const isKnown = (isField || path.startsWith('sys.')) && valueKinds.has(path)
    if (isKnown || SELECTABLE.test(path) || selectable.includes(path)) continue
    const hasFields = valueKinds.keys().some((known) => known.startsWith('fields.'))
    const reason = explainMissing?.(path) ?? `cannot be "${path}"`
    if (isField && !hasFields) throw new RestError('BadRequest', `The query parameter "select" ${reason}`)
    throw createInvalidParameterError('select', reason)
  }
  const steps = paths.map((path) => path.split('.'))
  return (item) => pickPaths(item, steps)
}

const pickPaths = (item: object, paths: readonly (readonly string[])[]): object =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]: readonly [string, unknown]) => {
      const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
      if (below.length === 0) return []
      const isWhole = below.some(({ length }) => length === 0) || typeof value !== 'object' || value === null
      return [[name, isWhole ? value : pickPaths(value, below)]]
    }),
  )
