import { createWordMatcher, extractText } from '#cms/graphql/field-values.ts'
import { findLinks } from '#cms/links.ts'
import {
  type ComparableValue,
  FILTER_OPERATORS,
  type FilterOperator,
  type ListSchema,
  parseFilterValue,
  toComparable,
  type ValueKind,
} from './list-schema.ts'
import {
  createInvalidParameterError,
  createUnknownParameterError,
  getValuesAt,
  type QueryableItem,
} from './query-parameters.ts'

export type QueryFilter = (item: QueryableItem) => boolean

/** A filter by its name in the address: `fields.title[match]`, `sys.id`. Throws where this list does not know it. */
export function parseFilter(name: string, text: string, shape: ListSchema): QueryFilter {
  const [, path = '', operator = 'eq'] = /^([^[\]]+)(?:\[(\w+)\])?$/.exec(name) ?? []
  const kind = getValueKind(name, path, shape)
  if (!isOneOf(FILTER_OPERATORS[kind], operator)) {
    const known = FILTER_OPERATORS[kind].map((one) => (one === 'eq' ? 'a value' : `[${one}]`))
    throw createInvalidParameterError(name, `cannot be asked: "${path}" takes ${known.join(', ')}`)
  }
  const steps = path.split('.')
  const test = testOf(name, operator, kind, text)
  return (item) => test(getValuesAt(item, steps))
}

/** What stands at a path. Throws where nothing does. */
export function getValueKind(name: string, path: string, shape: ListSchema): ValueKind {
  const kind = shape.valueKinds.get(path)
  if (kind) return kind
  const reason = shape.explainMissing?.(path)
  throw reason ? createInvalidParameterError(name, reason) : createUnknownParameterError(name)
}

const isOneOf = (operators: readonly FilterOperator[], name: string): name is FilterOperator =>
  operators.some((operator) => operator === name)

type Test = (values: readonly unknown[]) => boolean

/** Of a list of values, one that fits is enough; what must not be there, must be nowhere in it. */
function testOf(name: string, operator: FilterOperator, kind: ValueKind, text: string): Test {
  if (operator === 'exists') {
    const wanted = parseFilterValue(name, 'Boolean', text)
    return (values) => values.length > 0 === wanted
  }
  if (operator === 'match') {
    const fits = createWordMatcher(text)
    return (values) => fits(values.map(extractText).join(' '))
  }
  const isList = operator === 'in' || operator === 'nin' || operator === 'all'
  const wanted = (isList ? text.split(',') : [text]).map((one) => parseFilterValue(name, kind, one))
  const compare = COMPARISONS[operator]
  return (values) =>
    compare(
      values.flatMap((value) => toComparable(kind, value) ?? []),
      wanted,
    )
}

type Comparison = (held: readonly ComparableValue[], wanted: readonly ComparableValue[]) => boolean

const some: Comparison = (held, wanted) => held.some((value) => wanted.includes(value))
const none: Comparison = (held, wanted) => !some(held, wanted)
const ordered =
  (fits: (value: ComparableValue, wanted: ComparableValue) => boolean): Comparison =>
  (held, [wanted]) =>
    wanted !== undefined && held.some((value) => fits(value, wanted))

const COMPARISONS: Readonly<Record<Exclude<FilterOperator, 'exists' | 'match'>, Comparison>> = {
  eq: some,
  in: some,
  ne: none,
  nin: none,
  all: (held, wanted) => wanted.every((value) => held.includes(value)),
  lt: ordered((value, wanted) => value < wanted),
  lte: ordered((value, wanted) => value <= wanted),
  gt: ordered((value, wanted) => value > wanted),
  gte: ordered((value, wanted) => value >= wanted),
}

export function createFullTextFilter(wanted: string, texts: NonNullable<ListSchema['getTextPaths']>): QueryFilter {
  const fits = createWordMatcher(wanted)
  return (item) =>
    fits(
      texts(item)
        .map((path) => extractText(getValuesAt(item, path.split('.'))))
        .join(' '),
    )
}

export const createLinkFilter =
  (linkType: 'Entry' | 'Asset', id: string): QueryFilter =>
  (item) =>
    findLinks(getValuesAt(item, ['fields'])).some(({ sys }) => sys.linkType === linkType && sys.id === id)
