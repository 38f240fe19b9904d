import { createWordMatcher, extractText } from '#local/graphql/filter-criteria.ts'
import { describeParameterAlternative } from '#local/http/alternatives.ts'
import { findLinks } from '#local/links.ts'
import {
  type ComparableValue,
  FILTER_OPERATORS,
  type FilterOperator,
  type ListSchema,
  parseFilterValue,
  toComparable,
  type ValueKind,
} from './list-schema.ts'
import { getMediaTypeGroup, MEDIA_TYPE_GROUPS } from './media-type-group.ts'
import {
  createInvalidParameterError,
  createUnknownParameterError,
  getValuesAt,
  type QueryableItem,
} from './query-parameters.ts'

/** Whether an item matches. */
export type QueryFilter = (item: QueryableItem) => boolean

/** Parses a filter parameter, for example `fields.title[match]` or `sys.id`. Throws `InvalidQuery` if it is invalid. */
export function parseFilter(name: string, text: string, schema: ListSchema): QueryFilter {
  const [, path = '', operator = 'eq'] = /^([^[\]]+)(?:\[(\w+)\])?$/.exec(name) ?? []
  const kind = getValueKind(name, path, schema)
  if (!isOneOf(FILTER_OPERATORS[kind], operator)) {
    const supported = FILTER_OPERATORS[kind].map((name) => (name === 'eq' ? 'a value' : `[${name}]`))
    throw createInvalidParameterError(
      name,
      `is not supported: "${path}" takes ${supported.join(', ')}${describeParameterAlternative(name)}`,
    )
  }
  const steps = path.split('.')
  const test = createValueTest(name, operator, kind, text)
  return (item) => test(getValuesAt(item, steps))
}

/** The kind of the values at a path. Throws `InvalidQuery` if the list does not have the path. */
export function getValueKind(name: string, path: string, schema: ListSchema): ValueKind {
  const kind = schema.valueKinds.get(path)
  if (kind) return kind
  const reason = schema.explainMissing?.(path)
  throw reason ? createInvalidParameterError(name, reason) : createUnknownParameterError(name)
}

const isOneOf = (operators: readonly FilterOperator[], name: string): name is FilterOperator =>
  operators.some((operator) => operator === name)

type ValueTest = (values: readonly unknown[]) => boolean

/** A list matches if one of its values matches; for `ne` and `nin`, if none of its values is equal. */
function createValueTest(name: string, operator: FilterOperator, kind: ValueKind, text: string): ValueTest {
  if (operator === 'exists') {
    const shouldExist = parseFilterValue(name, 'Boolean', text)
    return (values) => values.length > 0 === shouldExist
  }
  if (operator === 'match') {
    const matchesWords = createWordMatcher(text)
    return (values) => matchesWords(values.map(extractText).join(' '))
  }
  const isList = operator === 'in' || operator === 'nin' || operator === 'all'
  const operands = (isList ? text.split(',') : [text]).map((operand) => parseFilterValue(name, kind, operand))
  const compare = COMPARISONS[operator]
  return (values) =>
    compare(
      values.flatMap((value) => toComparable(kind, value) ?? []),
      operands,
    )
}

type Comparison = (values: readonly ComparableValue[], operands: readonly ComparableValue[]) => boolean

const includesSome: Comparison = (values, operands) => values.some((value) => operands.includes(value))
const includesNone: Comparison = (values, operands) => !includesSome(values, operands)
const compareWithFirst =
  (compare: (value: ComparableValue, operand: ComparableValue) => boolean): Comparison =>
  (values, [operand]) =>
    operand !== undefined && values.some((value) => compare(value, operand))

const COMPARISONS: Readonly<Record<Exclude<FilterOperator, 'exists' | 'match'>, Comparison>> = {
  eq: includesSome,
  in: includesSome,
  ne: includesNone,
  nin: includesNone,
  all: (values, operands) => operands.every((operand) => values.includes(operand)),
  lt: compareWithFirst((value, operand) => value < operand),
  lte: compareWithFirst((value, operand) => value <= operand),
  gt: compareWithFirst((value, operand) => value > operand),
  gte: compareWithFirst((value, operand) => value >= operand),
}

/** The filter `query`: matches items that contain all words of `text`. */
export function createFullTextFilter(text: string, getTextPaths: NonNullable<ListSchema['getTextPaths']>): QueryFilter {
  const matchesWords = createWordMatcher(text)
  return (item) =>
    matchesWords(
      getTextPaths(item)
        .map((path) => extractText(getValuesAt(item, path.split('.'))))
        .join(' '),
    )
}

/** The filters `links_to_entry` and `links_to_asset`. */
export const createLinkFilter =
  (linkType: 'Entry' | 'Asset', id: string): QueryFilter =>
  (item) =>
    findLinks(getValuesAt(item, ['fields'])).some(({ sys }) => sys.linkType === linkType && sys.id === id)

/** The filter `mimetype_group` of assets, for example `image`. Throws `InvalidQuery` for an unknown group. */
export function createMediaTypeGroupFilter(group: string): QueryFilter {
  if (!MEDIA_TYPE_GROUPS.includes(group))
    throw createInvalidParameterError('mimetype_group', `must be one of ${MEDIA_TYPE_GROUPS.join(', ')}`)
  return (item) =>
    getValuesAt(item, ['fields', 'file', 'contentType']).some((type) => getMediaTypeGroup(String(type)) === group)
}
