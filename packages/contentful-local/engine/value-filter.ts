import { extractText, listWords } from '#local/shared/extract-text.ts'
import { parseTimestamp } from '#local/shared/parse-timestamp.ts'
import { RestError } from './rest-error.ts'

const EQUALITY_OPERATORS = ['eq', 'ne', 'in', 'nin', 'exists'] as const
const RANGE_OPERATORS = [...EQUALITY_OPERATORS, 'lt', 'lte', 'gt', 'gte'] as const
const TEXT_OPERATORS = [...EQUALITY_OPERATORS, 'all', 'match'] as const

/** The operators for each kind of value, as in the types of the official client. */
export const FILTER_OPERATORS = {
  Symbol: TEXT_OPERATORS,
  Symbols: TEXT_OPERATORS,
  Text: TEXT_OPERATORS,
  RichText: ['exists', 'match'],
  Integer: RANGE_OPERATORS,
  Number: RANGE_OPERATORS,
  Boolean: EQUALITY_OPERATORS,
  Date: RANGE_OPERATORS,
  Opaque: ['exists'],
} as const satisfies Record<string, readonly FilterOperator[]>

/** How values are compared. `Opaque` values can only be tested for existence. */
export type ValueKind = keyof typeof FILTER_OPERATORS

/** The operators of the delivery API. Those of GraphQL have other names (graphql/graphql-filter.ts). */
export type FilterOperator = keyof typeof COMPARISONS | 'exists' | 'match'

/** The kind of the values of a field of this type. */
export const getValueKind = (type: string): ValueKind => (isValueKind(type) ? type : 'Opaque')

const isValueKind = (type: string): type is ValueKind => Object.hasOwn(FILTER_OPERATORS, type)

/** Whether a list can be sorted by values of this kind (docs/contentful.md, Order). */
export const isSortable = (kind: ValueKind): boolean =>
  ['Symbol', 'Integer', 'Number', 'Boolean', 'Date'].includes(kind)

/** Kinds whose values the database has an index of. Dates with the same time can be different texts. */
export const INDEXED_KINDS: readonly ValueKind[] = ['Symbol', 'Symbols', 'Integer', 'Number', 'Boolean']

/** A value in the form that filters and orders compare. Dates are timestamps in ms. */
type ComparableValue = string | number | boolean

/**
 * Creates a filter for values of one kind, for REST and for GraphQL. A list matches if one of its values matches; for `ne`
 * and `nin`, if none of its values is equal. `null` and an empty list are no value.
 */
export function createValueFilter(
  kind: ValueKind,
  operator: FilterOperator,
  operand: unknown,
): (value: unknown) => boolean {
  if (operator === 'exists') return (value) => listValues(value).length > 0 === operand
  if (operator === 'match') {
    const matchesWords = createWordMatcher(String(operand))
    return (value) => matchesWords(extractText(value))
  }
  const operands = new Set(toComparables(kind, operand)) // a list can have thousands
  return (value) => COMPARISONS[operator](toComparables(kind, value), operands)
}

type Comparison = (values: readonly ComparableValue[], operands: ReadonlySet<ComparableValue>) => boolean

const matchSome =
  (isMatch: (value: ComparableValue, operand: ComparableValue) => boolean): Comparison =>
  (values, operands) =>
    values.some((value) => operands.values().some((operand) => isMatch(value, operand)))

const includesSome: Comparison = (values, operands) => values.some((value) => operands.has(value))
const includesNone: Comparison = (values, operands) => !includesSome(values, operands)

const COMPARISONS = {
  eq: includesSome,
  in: includesSome,
  ne: includesNone,
  nin: includesNone,
  all: (values, operands) => operands.values().every((operand) => values.includes(operand)),
  lt: matchSome((value, operand) => value < operand),
  lte: matchSome((value, operand) => value <= operand),
  gt: matchSome((value, operand) => value > operand),
  gte: matchSome((value, operand) => value >= operand),
} satisfies Record<string, Comparison>

/** What a list is sorted by: a value of its items. */
export type Order<Item> = ReturnType<typeof createOrder<Item>>

/** `path`: that of the value in REST, for example `fields.title`. */
export const createOrder = <Item>(
  kind: ValueKind,
  read: (item: Item) => unknown,
  direction: 1 | -1,
  path?: string,
) => ({ getKey: (item: Item) => toComparables(kind, read(item))[0], direction, path })

/** What an item is sorted by: its value in each order. */
interface Sorted {
  readonly keys: readonly (ComparableValue | undefined)[]
}

/** Compares by the first order that differs. Items without a value come last in both directions; equal ones keep their order. */
export const createKeyComparison =
  <Item>(orders: readonly Order<Item>[]) =>
  (a: Sorted, b: Sorted): number => {
    const index = orders.findIndex((_, position) => a.keys[position] !== b.keys[position])
    const [first, second] = [a.keys[index], b.keys[index]]
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
    return (isBefore(first, second) ? -1 : 1) * (orders[index]?.direction ?? 1)
  }

/** Texts are compared by code points, as in the database: `<` compares UTF-16 units, which sorts `😀` before `Ａ`. */
function isBefore(first: ComparableValue, second: ComparableValue): boolean {
  if (typeof first !== 'string' || typeof second !== 'string') return first < second
  let index = 0
  while (index < first.length && first[index] === second[index]) index += 1
  return (first.codePointAt(index) ?? -1) < (second.codePointAt(index) ?? -1)
}

/** Sorts items that are all in memory. */
export const sortBy = <Item>(items: readonly Item[], orders: readonly Order<Item>[]): readonly Item[] =>
  items
    .map((item) => ({ item, keys: orders.map(({ getKey }) => getKey(item)) }))
    .sort(createKeyComparison(orders))
    .map(({ item }) => item)

/** The values of the kind; others are ignored, such as an invalid date. */
const toComparables = (kind: ValueKind, value: unknown): readonly ComparableValue[] =>
  listValues(value).flatMap((item) => {
    if (kind === 'Integer' || kind === 'Number') return typeof item === 'number' ? item : []
    if (kind === 'Boolean') return typeof item === 'boolean' ? item : []
    if (typeof item !== 'string') return []
    return kind === 'Date' ? [parseTimestamp(item)].filter(Number.isFinite) : item
  })

const listValues = (value: unknown): readonly unknown[] => [value].flat().filter((item) => item != null)

const MAX_SEARCH_WORDS = 100

/** The words of a search, each once. Throws `InvalidQuery` if there are too many. */
export function parseSearch(search: string): readonly string[] {
  const words = [...new Set(listWords(search))]
  if (words.length > MAX_SEARCH_WORDS)
    throw new RestError('InvalidQuery', `A search has at most ${MAX_SEARCH_WORDS} words, not ${words.length}`)
  return words
}

/** Creates a predicate: every word of `search` is the beginning of a word of the text, in any order, case and accents. */
export function createWordMatcher(search: string): (text: string) => boolean {
  const words = parseSearch(search)
  return (text) => {
    const candidates = listWords(text)
    return words.every((word) => candidates.some((candidate) => candidate.startsWith(word)))
  }
}
