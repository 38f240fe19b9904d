import { describeAlternative } from '#local/http/alternatives.ts'
import { RestError } from '#local/http/rest-error.ts'
import type { ItemFilter, ListSchema } from './list-schema.ts'
import {
  createInvalidParameterError,
  createUnknownParameterError,
  createUnknownPathDetails,
  getValuesAt,
  type QueryParameters,
  takeInteger,
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

/** The order of clients that read a whole list page by page. */
const ORDER_BY_ID = 'sys.id'

/** Parses all remaining parameters. Throws `InvalidQuery` for an unknown parameter or an invalid value. */
export function parseListQuery(parameters: QueryParameters, schema: ListSchema) {
  const skip = takeInteger(parameters, 'skip', { fallback: 0, min: 0, max: Number.MAX_SAFE_INTEGER })
  // The minimum is 1: Contentful's delivery API treats 0 as no limit and returns 100 items.
  const limit = takeInteger(parameters, 'limit', { fallback: 100, min: 1, max: 1_000 })
  // The web app sends `order[0]` for the first of several keys.
  const order = parameters.take('order') ?? parameters.take('order[0]')
  const orders = parseOrder(order, schema)
  const searches = Object.entries(schema.searches ?? {}).flatMap(([name, createSearch]) => {
    const text = parameters.take(name)
    return text === undefined ? [] : createSearch(text)
  })
  const rest = [...parameters.remaining]
  const filters = [...searches, ...rest.map(([name, text]) => parseFilter(name, text, schema))]
  const canUseDatabase = (order === undefined || order === ORDER_BY_ID) && searches.length === 0
  return {
    skip,
    limit,
    /**
     * The ids if the query filters only by id; `null` if it has no filter. The database can answer these queries.
     * `undefined` for other queries.
     */
    onlyIds: canUseDatabase ? getOnlyIds(rest) : undefined,
    /** Whether the list is sorted by id instead of by the latest change. */
    isSortedById: order === ORDER_BY_ID,
    /** Filters, sorts and pages items into a response body. `getView` returns the properties to filter and sort by. */
    getPage: <Item extends object>(items: readonly Item[], getView: (item: Item) => object = (item) => item) => {
      const candidates = items.map((item) => ({ item, view: getView(item) }))
      const matches = candidates.filter(({ view }) => filters.every((filter) => filter(view)))
      const page = sortBy(matches, orders).slice(skip, skip + limit)
      return createListBody({ total: matches.length, skip, limit, items: page.map(({ item }) => item) })
    },
  }
}

function getOnlyIds([parameter, ...others]: readonly (readonly [name: string, value: string])[]) {
  if (!parameter) return null
  const [name, value] = parameter
  if (others.length > 0 || (name !== 'sys.id' && name !== 'sys.id[in]')) return undefined
  return name === 'sys.id' ? [value] : value.split(',')
}

/** The response body of a list. */
export const createListBody = <Page extends object>(page: Page) => ({ sys: { type: 'Array' }, ...page })

/** The properties of an item with the field values of one locale, to filter and sort by. */
export function selectLocaleValues(item: object, locale: string): object {
  const [fields] = getValuesAt(item, ['fields'])
  const values = Object.entries(fields ?? {}).map(([id, byLocale]) => [id, getValuesAt(byLocale, [locale])])
  return { ...item, fields: Object.fromEntries(values) }
}

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
function parseOrder(text: string | undefined, schema: ListSchema): readonly Order<{ readonly view: object }>[] {
  if (text === undefined && schema.hasOwnOrder) return []
  const createPathOrder = (kind: ValueKind, path: string, direction: 1 | -1) => {
    const steps = path.split('.')
    return createOrder(kind, ({ view }: { readonly view: object }) => getValuesAt(view, steps), direction)
  }
  const orders = text?.split(',').map((key) => {
    const path = key.replace(/^-/, '')
    const kind = findValueKind('order', path, schema)
    if (isSortable(kind)) return createPathOrder(kind, path, key === path ? 1 : -1)
    const errors = [{ name: 'order', path: path.split('.'), type: kind }]
    throw createInvalidParameterError('order', `cannot be "${path}": its values have no order`, { errors })
  })
  return [...(orders ?? [createPathOrder('Symbol', 'sys.updatedAt', -1)]), createPathOrder('Symbol', ORDER_BY_ID, 1)]
}

/** What `select` accepts, beside fields and the properties of `sys` that can be filtered by. */
const SELECTABLE =
  /^(sys|fields|metadata(\.(tags|concepts))?|sys\.(space|environment|contentType|locale|(cre|upd)atedBy|publishedBy|urn))$/

/**
 * Takes the parameter `select`, for example `sys.id,fields.title`. Returns a function that keeps these properties. Throws
 * `InvalidQuery` for an unknown property, and `BadRequest` for a field in a request without `content_type`.
 */
export function takeSelect(
  { take }: QueryParameters,
  { valueKinds, explainMissing }: ListSchema,
): (item: object) => { readonly fields?: Readonly<Record<string, unknown>> } {
  const paths = take('select')
    ?.split(',')
    .map((path) => path.trim())
  if (!paths) return (item) => item
  for (const path of paths) {
    const isField = /^fields\.[^.]+$/.test(path)
    if (SELECTABLE.test(path) || ((isField || path.startsWith('sys.')) && valueKinds.has(path))) continue
    const hasFields = valueKinds.keys().some((known) => known.startsWith('fields.'))
    const reason = explainMissing?.(path) ?? `cannot be "${path}"`
    if (isField && !hasFields) throw new RestError('BadRequest', `The query parameter "select" ${reason}`)
    throw createInvalidParameterError('select', reason)
  }
  return (item) =>
    Object.fromEntries(
      Object.entries(item).flatMap(([root, part]) => {
        if (paths.includes(root)) return [[root, part]]
        const selected = Object.entries(part ?? {}).filter(([name]) => paths.includes(`${root}.${name}`))
        return paths.some((path) => path.startsWith(`${root}.`)) ? [[root, Object.fromEntries(selected)]] : []
      }),
    )
}
