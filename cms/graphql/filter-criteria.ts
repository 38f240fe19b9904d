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
import { DateTime } from './shared-types.ts'

/** Where a filter or an order finds its value. */
export type ReadValue = (node: ContentNode) => unknown

type Holds = (value: unknown, wanted: unknown) => boolean

/** The filters of one field, named as Contentful names them (docs/contentful.md, Filters). */
export const createTextCriteria = (name: string, read: ReadValue): FilterCriteria => ({
  ...scalarCriteria(name, GraphQLString, read),
  ...containing(name, read),
})

export const createIntegerCriteria = (name: string, read: ReadValue): FilterCriteria =>
  numberCriteria(name, GraphQLInt, read)

export const createFloatCriteria = (name: string, read: ReadValue): FilterCriteria =>
  numberCriteria(name, GraphQLFloat, read)

export const createDateCriteria = (name: string, read: ReadValue): FilterCriteria =>
  numberCriteria(name, DateTime, read)

export const createBooleanCriteria = (name: string, read: ReadValue): FilterCriteria => ({
  ...createExistsCriteria(name, read),
  ...equality(name, GraphQLBoolean, read),
})

/** Lists of words. */
export const createTextListCriteria = (name: string, read: ReadValue): FilterCriteria => ({
  ...createExistsCriteria(name, read),
  ...createContainsCriteria(name, read),
})

export const createRichTextCriteria = (name: string, read: ReadValue): FilterCriteria => ({
  ...createExistsCriteria(name, read),
  ...containing(name, read),
})

export const createExistsCriteria = (name: string, read: ReadValue): FilterCriteria =>
  one(`${name}_exists`, GraphQLBoolean, read, (value, wanted) => (value !== undefined && value !== null) === wanted)

/** `id_contains_all` and its like, of tags too. */
export const createContainsCriteria = (name: string, read: ReadValue): FilterCriteria => {
  const words = new GraphQLList(GraphQLString)
  return {
    ...one(`${name}_contains_all`, words, read, (value, wanted) => listOf(wanted).every((word) => has(value, word))),
    ...one(`${name}_contains_some`, words, read, (value, wanted) => listOf(wanted).some((word) => has(value, word))),
    ...one(`${name}_contains_none`, words, read, (value, wanted) => !listOf(wanted).some((word) => has(value, word))),
  }
}

const numberCriteria = (name: string, type: GraphQLScalarType, read: ReadValue): FilterCriteria => ({
  ...scalarCriteria(name, type, read),
  ...one(
    `${name}_gt`,
    type,
    read,
    compared((difference) => difference > 0),
  ),
  ...one(
    `${name}_gte`,
    type,
    read,
    compared((difference) => difference >= 0),
  ),
  ...one(
    `${name}_lt`,
    type,
    read,
    compared((difference) => difference < 0),
  ),
  ...one(
    `${name}_lte`,
    type,
    read,
    compared((difference) => difference <= 0),
  ),
})

const scalarCriteria = (name: string, type: GraphQLScalarType, read: ReadValue): FilterCriteria => {
  const isIn: Holds = (value, wanted) => listOf(wanted).some((word) => isSame(value, word))
  return {
    ...createExistsCriteria(name, read),
    ...equality(name, type, read),
    ...one(`${name}_in`, new GraphQLList(type), read, isIn),
    ...one(`${name}_not_in`, new GraphQLList(type), read, not(isIn)),
  }
}

const equality = (name: string, type: GraphQLScalarType, read: ReadValue): FilterCriteria => ({
  ...one(name, type, read, isSame),
  ...one(`${name}_not`, type, read, not(isSame)),
})

/** As `[match]` does in REST. */
const containing = (name: string, read: ReadValue): FilterCriteria => {
  const contains: Holds = (value, wanted) => createWordMatcher(extractText(wanted))(extractText(value))
  return {
    ...one(`${name}_contains`, GraphQLString, read, contains),
    ...one(`${name}_not_contains`, GraphQLString, read, not(contains)),
  }
}

function one(name: string, type: GraphQLInputType, read: ReadValue, holds: Holds): FilterCriteria {
  const as = getNamedType(type) === DateTime ? toTimestamp : same
  const given = (wanted: unknown) => (Array.isArray(wanted) ? wanted.map(as) : as(wanted))
  return { [name]: { type, matches: (node, wanted) => holds(as(read(node)), given(wanted)) } }
}

/** Moments may be written in different time zones. */
export const toTimestamp = (value: unknown): unknown => (typeof value === 'string' ? parseTimestamp(value) : undefined)

const same = (value: unknown): unknown => value

const not =
  (holds: Holds): Holds =>
  (value, wanted) =>
    !holds(value, wanted)

const compared =
  (fits: (difference: number) => boolean): Holds =>
  (value, wanted) =>
    fits(Number(value ?? Number.NaN) - Number(wanted))

const isSame: Holds = (value, wanted) => value === wanted

const listOf = (wanted: unknown): readonly unknown[] => (Array.isArray(wanted) ? wanted : [])

const has = (value: unknown, word: unknown) => Array.isArray(value) && value.includes(word)

/** The text of a field value: of a text, a list of texts, or a rich text document. Other values have none. */
export function extractText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(extractText).join(' ')
  if (typeof value !== 'object' || value === null) return ''
  const own = 'value' in value && typeof value.value === 'string' ? value.value : ''
  return 'content' in value ? `${own} ${extractText(value.content)}` : own
}

/** Creates a predicate: the text contains every word of `search`, in any order and case. */
export function createWordMatcher(search: string): (text: string) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (text) => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word))
  }
}

/** Milliseconds since 1970 of an ISO 8601 date; NaN if it is none. Without a zone it is UTC, not this machine's zone. */
export const parseTimestamp = (text: string): number => Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
