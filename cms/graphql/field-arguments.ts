import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql'
import type { ContentNode } from './content-source.ts'
import { type ReadValue, toTimestamp } from './filter-criteria.ts'
import type { GraphqlFilter, WhereArgument } from './graphql-filter.ts'

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

/** What one word of `order` stands for. */
type NodeComparison = (one: ContentNode, other: ContentNode) => number

/** What entries and assets can be ordered by, by name. */
export type SortableFields = Readonly<Record<string, ReadValue>>

/** Of every entry and asset. */
const SYS_ORDER: SortableFields = {
  sys_id: ({ item }) => item.id,
  sys_publishedAt: ({ item }) => toTimestamp(item.publishedAt),
  sys_firstPublishedAt: ({ item }) => toTimestamp(item.firstPublishedAt),
  sys_publishedVersion: ({ item }) => item.publishedVersion,
}

/** `XOrder`: `title_ASC`, `title_DESC` … */
export const createOrderType = (name: string, sortable: SortableFields): GraphQLEnumType =>
  new GraphQLEnumType({
    name,
    values: Object.fromEntries(
      Object.entries({ ...sortable, ...SYS_ORDER }).flatMap(([id, read]) => [
        [`${id}_ASC`, { value: comparison(read, 1) }],
        [`${id}_DESC`, { value: comparison(read, -1) }],
      ]),
    ),
  })

/** By the first comparison that tells two apart; what none tells apart stays as it was. */
export const sortNodes = <Item extends ContentNode>(
  items: readonly Item[],
  order: readonly (NodeComparison | null)[],
): readonly Item[] =>
  items.toSorted((one, other) => {
    for (const compare of order) {
      const difference = compare?.(one, other) ?? 0
      if (difference !== 0) return difference
    }
    return 0
  })

/** What has no value comes last, in both directions. */
const comparison =
  (read: ReadValue, direction: 1 | -1): NodeComparison =>
  (one, other) => {
    const [left, right] = [read(one) ?? null, read(other) ?? null]
    if (left === right) return 0
    if (left === null) return 1
    if (right === null) return -1
    return isBefore(left, right) ? -direction : direction
  }

const isBefore = (left: unknown, right: unknown): boolean => {
  if (typeof left === 'number' && typeof right === 'number') return left < right
  return String(left) < String(right)
}
