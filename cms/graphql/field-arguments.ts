import {
  GraphQLBoolean,
  type GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql'
import type { GraphqlFilter, WhereArgument } from './graphql-filter.ts'
import type { NodeComparison } from './order-type.ts'

/** Contentful gives this many where a query names no limit, and cuts the rest silently (docs/contentful.md, Complexity). */
export const DEFAULT_COLLECTION_LIMIT = 100
export const MAX_COLLECTION_LIMIT = 1_000

/** On every field that holds content. One locale is answered, so a fallback changes nothing. */
export const localeArguments: GraphQLFieldConfigArgumentMap = {
  locale: { type: GraphQLString },
  useFallbackLocale: { type: GraphQLBoolean },
}

/** On links too: whether drafts are read from here on. */
export const linkArguments: GraphQLFieldConfigArgumentMap = {
  preview: { type: GraphQLBoolean },
  ...localeArguments,
}

export const idArguments: GraphQLFieldConfigArgumentMap = {
  id: { type: new GraphQLNonNull(GraphQLString) },
  ...linkArguments,
}

/** What a collection takes; `where` and `order` only where it can be filtered and ordered. */
export const createCollectionArguments = (
  filter?: GraphqlFilter,
  order?: GraphQLEnumType,
): GraphQLFieldConfigArgumentMap => ({
  skip: { type: GraphQLInt, defaultValue: 0 },
  limit: { type: GraphQLInt, defaultValue: DEFAULT_COLLECTION_LIMIT },
  ...linkArguments,
  ...(filter ? { where: { type: filter.type } } : {}),
  ...(order ? { order: { type: new GraphQLList(order) } } : {}),
})

export interface LinkArguments {
  readonly preview?: boolean | null
  readonly where?: WhereArgument | null
}

export type IdArguments = LinkArguments & { readonly id: string }

/** `null` is what a variable that was left out becomes. */
export interface CollectionArguments extends LinkArguments {
  readonly skip?: number | null
  readonly limit?: number | null
  readonly order?: readonly (NodeComparison | null)[] | null
}
