import { type GraphQLInputFieldConfigMap, GraphQLInputObjectType, type GraphQLInputType, GraphQLList } from 'graphql'
import type { ContentNode, QueryContext } from './content-source.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'

/** One thing that a filter can ask of an entry or asset: `title_contains`. */
interface Criterion {
  readonly type: GraphQLInputType
  readonly matches: (node: ContentNode, wanted: unknown, context: QueryContext) => boolean
}

/** By the names that they have in the filter. */
export type FilterCriteria = Readonly<Record<string, Criterion>>

/** A filter as a query gives it. */
export type WhereArgument = Readonly<Record<string, unknown>>

/** `XFilter`: its type, and what it lets through. */
export interface GraphqlFilter {
  readonly type: GraphQLInputObjectType
  readonly criteria: () => FilterCriteria
}

/** A filter that can be combined with others of its kind by `AND` and `OR`. `criteria` is called when the whole schema is there. */
export const createFilter = (name: string, criteria: () => FilterCriteria): GraphqlFilter =>
  made(name, criteria, (type) => ({ AND: { type: new GraphQLList(type) }, OR: { type: new GraphQLList(type) } }))

/** A filter that stands inside another one. */
export const createInnerFilter = (name: string, criteria: () => FilterCriteria): GraphqlFilter =>
  made(name, criteria, () => ({}))

function made(
  name: string,
  criteria: () => FilterCriteria,
  connectives: (type: GraphQLInputObjectType) => GraphQLInputFieldConfigMap,
): GraphqlFilter {
  let known: FilterCriteria | undefined
  const once = () => {
    known ??= criteria()
    return known
  }
  const type: GraphQLInputObjectType = new GraphQLInputObjectType({
    name,
    fields: () => {
      const fields = Object.entries(once()).map(([id, criterion]) => [id, { type: criterion.type }] as const)
      return { ...Object.fromEntries(fields), ...connectives(type) }
    },
  })
  return { type, criteria: once }
}

/** What several filters have in common: each criterion that all of them know, with the same kind of value. */
export function getSharedCriteria([first, ...others]: readonly GraphqlFilter[]): FilterCriteria {
  const isCommon = ([id, { type }]: readonly [string, Criterion]) =>
    others.every((other) => String(other.criteria()[id]?.type) === String(type))
  return Object.fromEntries(Object.entries(first?.criteria() ?? {}).filter(isCommon))
}

/** Whether an entry or asset passes. Everything that a filter names must hold. */
export function matchesFilter(
  filter: GraphqlFilter,
  node: ContentNode,
  where: WhereArgument,
  context: QueryContext,
): boolean {
  return Object.entries(where).every(([id, wanted]) => {
    if (id === 'AND') return inside(wanted).every((one) => matchesFilter(filter, node, one, context))
    if (id === 'OR') return inside(wanted).some((one) => matchesFilter(filter, node, one, context))
    if (wanted === null) throw nullFilter(filter, id)
    return filter.criteria()[id]?.matches(node, wanted, context) ?? false
  })
}

const inside = (wanted: unknown): readonly WhereArgument[] =>
  Array.isArray(wanted) ? wanted.filter(isWhereArgument) : []

export const isWhereArgument = (value: unknown): value is WhereArgument => typeof value === 'object' && value !== null

function nullFilter({ type }: GraphqlFilter, id: string): ContentfulGraphqlError {
  const message = `The local Contentful does not know what null means in a filter: '${id}' of '${type.name}'. Leave it out, or ask for '${id}_exists'`
  return new ContentfulGraphqlError('UNSUPPORTED_LOCALLY', message)
}
