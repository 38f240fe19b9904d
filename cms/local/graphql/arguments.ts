import { GraphQLBoolean, type GraphQLFieldConfigArgumentMap, GraphQLInt, GraphQLString } from 'graphql'

/** Contentful gives this many where a query names no limit, and cuts the rest silently (contentful.md, Complexity). */
export const DEFAULT_LIMIT = 100
export const MAX_LIMIT = 1_000

/** On every field that holds content. There is one locale, so a fallback changes nothing. */
export const localeArguments: GraphQLFieldConfigArgumentMap = {
  locale: { type: GraphQLString },
  useFallbackLocale: { type: GraphQLBoolean },
}

/** On links too: whether drafts are read from here on. */
export const linkArguments: GraphQLFieldConfigArgumentMap = {
  preview: { type: GraphQLBoolean },
  ...localeArguments,
}

export const collectionArguments: GraphQLFieldConfigArgumentMap = {
  skip: { type: GraphQLInt, defaultValue: 0 },
  limit: { type: GraphQLInt, defaultValue: DEFAULT_LIMIT },
  ...linkArguments,
}

export interface LinkArguments {
  readonly preview?: boolean | null
}

export interface CollectionArguments extends LinkArguments {
  readonly skip?: number | null
  readonly limit?: number | null
}

/** `null` is what a variable that was left out becomes. */
export const pageOf = ({ skip, limit }: CollectionArguments) => ({ skip: skip ?? 0, limit: limit ?? DEFAULT_LIMIT })
