import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  type GraphQLScalarType,
  GraphQLString,
} from 'graphql'
import { createValueFilter, type FilterOperator, type ValueKind } from '#local/engine/value-filter.ts'
import type { ValueCondition } from '#local/store/entity-table.ts'
import type { ResolvedEntity } from './content-source.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'
import { DateTime } from './scalars.ts'

/** A value of entries or assets that can be filtered or sorted by. */
export interface FilterableValue {
  readonly kind: ValueKind
  /** The field that has the value, if the content can be selected by it. */
  readonly field?: string | undefined
  readonly read: (entity: ResolvedEntity) => unknown
}

export type FilterableValues = Readonly<Record<string, FilterableValue>>

type EntityPredicate = (entity: ResolvedEntity) => boolean

/** Criteria by their name in the filter, for example `title_contains`. */
export type FilterCriteria = Readonly<Record<string, Criterion>>

interface Criterion {
  readonly type: GraphQLInputType
  readonly createPredicate: (argument: unknown) => EntityPredicate
  /** The field, if the criterion is that its value is equal to the argument or to one of its items. */
  readonly equalField?: string | undefined
}

/** The REST operators by GraphQL's suffixes (docs/contentful.md, Filters). */
type Operators = Readonly<Record<string, FilterOperator>>

const EXISTS: Operators = { _exists: 'exists' }
const EQUALITY: Operators = { ...EXISTS, '': 'eq', _not: 'ne' }
const INCLUSION: Operators = { ...EQUALITY, _in: 'in', _not_in: 'nin' }
const WORDS: Operators = { _contains: 'match', _not_contains: 'match' }
const RANGE: Operators = { ...INCLUSION, _gt: 'gt', _gte: 'gte', _lt: 'lt', _lte: 'lte' }

/** The type of the arguments, and the criteria, of each kind of value. */
const KINDS: Readonly<Record<ValueKind, readonly [GraphQLScalarType, Operators]>> = {
  Symbol: [GraphQLString, { ...INCLUSION, ...WORDS }],
  Text: [GraphQLString, { ...INCLUSION, ...WORDS }],
  Symbols: [GraphQLString, { ...EXISTS, _contains_all: 'all', _contains_some: 'in', _contains_none: 'nin' }],
  RichText: [GraphQLString, { ...EXISTS, ...WORDS }],
  Integer: [GraphQLInt, RANGE],
  Number: [GraphQLFloat, RANGE],
  Boolean: [GraphQLBoolean, EQUALITY],
  Date: [DateTime, RANGE],
  Opaque: [GraphQLBoolean, EXISTS],
}

/** Creates the criteria of values by name, for example `title`, `title_not` and `title_contains` of `title`. */
export const createCriteria = (values: FilterableValues): FilterCriteria =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, { kind, field, read }]) => {
      const [scalar, operators] = KINDS[kind]
      return Object.entries(operators).map(([suffix, operator]): [string, Criterion] => {
        const type = ['in', 'nin', 'all'].includes(operator) ? new GraphQLList(scalar) : scalar
        const createPredicate: Criterion['createPredicate'] = (argument) => {
          const matches = createValueFilter(kind, operator, argument)
          return (entity) => matches(read(entity)) !== (suffix === '_not_contains')
        }
        const equalField = operator === 'eq' || operator === 'in' ? field : undefined
        return [
          `${name}${suffix}`,
          { type: operator === 'exists' ? GraphQLBoolean : type, createPredicate, equalField },
        ]
      })
    }),
  )

export type GraphqlFilter = ReturnType<typeof createFilter>

export function createFilter(name: string, criteria: FilterCriteria) {
  const type: GraphQLInputObjectType = new GraphQLInputObjectType({
    name,
    fields: () => ({ ...criteria, AND: { type: new GraphQLList(type) }, OR: { type: new GraphQLList(type) } }),
  })
  return { type, criteria }
}

/** Creates a criterion that is a filter of the same entry or asset, without `AND` and `OR`. */
export function createInnerCriterion(name: string, criteria: FilterCriteria): Criterion {
  const type = new GraphQLInputObjectType({ name, fields: criteria })
  return { type, createPredicate: (argument) => createFilterPredicate({ type, criteria }, argument) }
}

/** Returns the criteria that all filters have, with the same kind of value. */
export function getSharedCriteria([first, ...others]: readonly GraphqlFilter[]): FilterCriteria {
  const isShared = ([id, { type }]: readonly [string, Criterion]) =>
    others.every((other) => String(other.criteria[id]?.type) === String(type))
  return Object.fromEntries(Object.entries(first?.criteria ?? {}).filter(isShared))
}

/** Creates a predicate: whether all criteria of the argument `where` match an entry or asset. Throws for `null`. */
export function createFilterPredicate(filter: GraphqlFilter, where: unknown): EntityPredicate {
  const predicates = Object.entries(where ?? {}).map(([id, argument]): EntityPredicate => {
    if (id === 'AND' || id === 'OR') {
      const options = [argument].flat().filter((option) => option !== null)
      const alternatives = options.map((option) => createFilterPredicate(filter, option))
      return (entity) => alternatives[id === 'AND' ? 'every' : 'some']((matches) => matches(entity))
    }
    if (argument !== null) return filter.criteria[id]?.createPredicate(argument) ?? (() => false)
    const message = `The local Contentful does not support null in a filter: '${id}' of '${filter.type.name}'. Omit it, or use '${id}_exists'`
    throw new ContentfulGraphqlError('UNSUPPORTED_LOCALLY', message)
  })
  return (entity) => predicates.every((matches) => matches(entity))
}

/** The number of criteria in a filter or in a list of filters, also in their `AND` and `OR`. */
export function countCriteria(filter: unknown): number {
  if (Array.isArray(filter)) return filter.reduce<number>((sum, part) => sum + countCriteria(part), 0)
  if (typeof filter !== 'object' || filter === null) return 0
  const values = Object.values(filter)
  return Math.max(1, values.length) + countCriteria(values)
}

/** Conditions that every entry or asset meets which the argument `where` matches. */
export const listConditions = (filter: GraphqlFilter, where: object): readonly ValueCondition[] =>
  Object.entries(where).flatMap(([id, argument]) => {
    if (id === 'AND')
      return [argument].flat().flatMap((part: object | null) => (part === null ? [] : listConditions(filter, part)))
    const field = filter.criteria[id]?.equalField
    return field === undefined ? [] : [{ linkTypes: ['' as const], values: [argument].flat(), field }]
  })
