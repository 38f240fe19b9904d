import { type GraphQLInputFieldConfigMap, GraphQLInputObjectType, type GraphQLInputType, GraphQLList } from 'graphql'
import type { ContentNode, QueryContext } from './content-source.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'

/** A criterion of a filter, for example `title_contains`. */
interface Criterion {
  readonly type: GraphQLInputType
  readonly matches: (node: ContentNode, argument: unknown, context: QueryContext) => boolean
}

/** Criteria by their name in the filter. */
export type FilterCriteria = Readonly<Record<string, Criterion>>

/** The argument `where` of a query. */
export type WhereArgument = Readonly<Record<string, unknown>>

/** A filter type of the schema with its criteria. */
export interface GraphqlFilter {
  readonly type: GraphQLInputObjectType
  readonly criteria: () => FilterCriteria
}

/** Creates a filter with `AND` and `OR`. `criteria` is called after the whole schema is defined. */
export const createFilter = (name: string, criteria: () => FilterCriteria): GraphqlFilter =>
  createFilterType(name, criteria, (type) => ({
    AND: { type: new GraphQLList(type) },
    OR: { type: new GraphQLList(type) },
  }))

/** Creates a filter that is used toWhereArguments another one, without `AND` and `OR`. */
export const createInnerFilter = (name: string, criteria: () => FilterCriteria): GraphqlFilter =>
  createFilterType(name, criteria, () => ({}))

function createFilterType(
  name: string,
  criteria: () => FilterCriteria,
  createConnectives: (type: GraphQLInputObjectType) => GraphQLInputFieldConfigMap,
): GraphqlFilter {
  let cached: FilterCriteria | undefined
  const getCriteria = () => {
    cached ??= criteria()
    return cached
  }
  const type: GraphQLInputObjectType = new GraphQLInputObjectType({
    name,
    fields: () => {
      const fields = Object.entries(getCriteria()).map(([id, criterion]) => [id, { type: criterion.type }] as const)
      return { ...Object.fromEntries(fields), ...createConnectives(type) }
    },
  })
  return { type, criteria: getCriteria }
}

/** What several filters have in common: each criterion that all of them know, with the same kind of value. */
export function getSharedCriteria([first, ...others]: readonly GraphqlFilter[]): FilterCriteria {
  const isCommon = ([id, { type }]: readonly [string, Criterion]) =>
    others.every((other) => String(other.criteria()[id]?.type) === String(type))
  return Object.fromEntries(Object.entries(first?.criteria() ?? {}).filter(isCommon))
}

/** Whether all criteria of the filter match an entry or asset. */
export function matchesFilter(
  filter: GraphqlFilter,
  node: ContentNode,
  where: WhereArgument,
  context: QueryContext,
): boolean {
  return Object.entries(where).every(([id, argument]) => {
    if (id === 'AND') return toWhereArguments(argument).every((where) => matchesFilter(filter, node, where, context))
    if (id === 'OR') return toWhereArguments(argument).some((where) => matchesFilter(filter, node, where, context))
    if (argument === null) throw createNullFilterError(filter, id)
    return filter.criteria()[id]?.matches(node, argument, context) ?? false
  })
}

const toWhereArguments = (argument: unknown): readonly WhereArgument[] =>
  Array.isArray(argument) ? argument.filter(isWhereArgument) : []

/** Whether an argument is a filter object. */
export const isWhereArgument = (value: unknown): value is WhereArgument => typeof value === 'object' && value !== null

function createNullFilterError({ type }: GraphqlFilter, id: string): ContentfulGraphqlError {
  const message = `The local Contentful does not support null in a filter: '${id}' of '${type.name}'. Omit it, or use '${id}_exists'`
  return new ContentfulGraphqlError('UNSUPPORTED_LOCALLY', message)
}
