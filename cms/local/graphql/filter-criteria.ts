import {
  GraphQLBoolean,
  GraphQLFloat,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  type GraphQLScalarType,
  GraphQLString,
  getNamedType,
} from 'graphql'
import type { ContentNode } from './content-source.ts'
import type { FilterCriteria } from './graphql-filter.ts'
import { DateTime } from './scalars.ts'

/** Reads the value that is filtered or sorted by. */
export type ReadValue = (node: ContentNode) => unknown

type Predicate = (value: unknown, argument: unknown) => boolean

/** Criteria of a text field, with Contentful's names (docs/contentful.md, Filters). */
export const createTextCriteria = (name: string, read: ReadValue): FilterCriteria => ({
  ...createScalarCriteria(name, GraphQLString, read),
  ...createTextMatchCriteria(name, read),
})

/** Criteria of an integer field. */
export const createIntegerCriteria = (name: string, read: ReadValue): FilterCriteria =>
  createComparableCriteria(name, GraphQLInt, read)

/** Criteria of a number field. */
export const createFloatCriteria = (name: string, read: ReadValue): FilterCriteria =>
  createComparableCriteria(name, GraphQLFloat, read)

/** Criteria of a date field. */
export const createDateCriteria = (name: string, read: ReadValue): FilterCriteria =>
  createComparableCriteria(name, DateTime, read)

/** Criteria of a boolean field. */
export const createBooleanCriteria = (name: string, read: ReadValue): FilterCriteria => ({
  ...createExistsCriteria(name, read),
  ...createEqualityCriteria(name, GraphQLBoolean, read),
})

/** Criteria of a list of texts. */
export const createTextListCriteria = (name: string, read: ReadValue): FilterCriteria => ({
  ...createExistsCriteria(name, read),
  ...createContainsCriteria(name, read),
})

/** Criteria of a rich text field. */
export const createRichTextCriteria = (name: string, read: ReadValue): FilterCriteria => ({
  ...createExistsCriteria(name, read),
  ...createTextMatchCriteria(name, read),
})

/** The criterion `_exists`, for fields of any type. */
export const createExistsCriteria = (name: string, read: ReadValue): FilterCriteria =>
  createCriterion(
    `${name}_exists`,
    GraphQLBoolean,
    read,
    (value, argument) => (value !== undefined && value !== null) === argument,
  )

/** Criteria such as `id_contains_all`, also of tags. */
export const createContainsCriteria = (name: string, read: ReadValue): FilterCriteria => {
  const listType = new GraphQLList(GraphQLString)
  return {
    ...createCriterion(`${name}_contains_all`, listType, read, (value, argument) =>
      toList(argument).every((element) => includes(value, element)),
    ),
    ...createCriterion(`${name}_contains_some`, listType, read, (value, argument) =>
      toList(argument).some((element) => includes(value, element)),
    ),
    ...createCriterion(
      `${name}_contains_none`,
      listType,
      read,
      (value, argument) => !toList(argument).some((element) => includes(value, element)),
    ),
  }
}

const createComparableCriteria = (name: string, type: GraphQLScalarType, read: ReadValue): FilterCriteria => ({
  ...createScalarCriteria(name, type, read),
  ...createCriterion(
    `${name}_gt`,
    type,
    read,
    createComparison((difference) => difference > 0),
  ),
  ...createCriterion(
    `${name}_gte`,
    type,
    read,
    createComparison((difference) => difference >= 0),
  ),
  ...createCriterion(
    `${name}_lt`,
    type,
    read,
    createComparison((difference) => difference < 0),
  ),
  ...createCriterion(
    `${name}_lte`,
    type,
    read,
    createComparison((difference) => difference <= 0),
  ),
})

const createScalarCriteria = (name: string, type: GraphQLScalarType, read: ReadValue): FilterCriteria => {
  const isIn: Predicate = (value, argument) => toList(argument).some((element) => isEqual(value, element))
  return {
    ...createExistsCriteria(name, read),
    ...createEqualityCriteria(name, type, read),
    ...createCriterion(`${name}_in`, new GraphQLList(type), read, isIn),
    ...createCriterion(`${name}_not_in`, new GraphQLList(type), read, not(isIn)),
  }
}

const createEqualityCriteria = (name: string, type: GraphQLScalarType, read: ReadValue): FilterCriteria => ({
  ...createCriterion(name, type, read, isEqual),
  ...createCriterion(`${name}_not`, type, read, not(isEqual)),
})

/** Matches words like `[match]` in REST. */
const createTextMatchCriteria = (name: string, read: ReadValue): FilterCriteria => {
  const contains: Predicate = (value, argument) => createWordMatcher(extractText(argument))(extractText(value))
  return {
    ...createCriterion(`${name}_contains`, GraphQLString, read, contains),
    ...createCriterion(`${name}_not_contains`, GraphQLString, read, not(contains)),
  }
}

function createCriterion(name: string, type: GraphQLInputType, read: ReadValue, predicate: Predicate): FilterCriteria {
  const convert = getNamedType(type) === DateTime ? toTimestamp : identity
  const convertArgument = (argument: unknown) => (Array.isArray(argument) ? argument.map(convert) : convert(argument))
  return { [name]: { type, matches: (node, argument) => predicate(convert(read(node)), convertArgument(argument)) } }
}

/** Converts dates, which can be in different time zones, to comparable numbers. */
export const toTimestamp = (value: unknown): unknown => (typeof value === 'string' ? parseTimestamp(value) : undefined)

const identity = (value: unknown): unknown => value

const not =
  (predicate: Predicate): Predicate =>
  (value, argument) =>
    !predicate(value, argument)

const createComparison =
  (accepts: (difference: number) => boolean): Predicate =>
  (value, argument) =>
    accepts(Number(value ?? Number.NaN) - Number(argument))

const isEqual: Predicate = (value, argument) => value === argument

const toList = (argument: unknown): readonly unknown[] => (Array.isArray(argument) ? argument : [])

const includes = (value: unknown, element: unknown) => Array.isArray(value) && value.includes(element)

/** The text of a field value: of a string, a list of strings or a rich text document. Other values have no text. */
export function extractText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(extractText).join(' ')
  if (typeof value !== 'object' || value === null) return ''
  const ownText = 'value' in value && typeof value.value === 'string' ? value.value : ''
  return 'content' in value ? `${ownText} ${extractText(value.content)}` : ownText
}

/** Creates a predicate: every word of `search` is the beginning of a word of the text, in any order and case. */
export function createWordMatcher(search: string): (text: string) => boolean {
  const searchedWords = listWords(search)
  return (text) => {
    const words = listWords(text)
    return searchedWords.every((searched) => words.some((word) => word.startsWith(searched)))
  }
}

const listWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Milliseconds since 1970 of an ISO 8601 date; NaN if it is none. Without a zone it is UTC, not this machine's zone. */
export const parseTimestamp = (text: string): number => Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
