import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql'
import type { ContentNode, ContentView, QueryContext } from './content-source.ts'
import { type ReadValue, toTimestamp } from './filter-criteria.ts'
import type { GraphqlFilter, WhereArgument } from './graphql-filter.ts'

/** Number of items without the argument `limit`; Contentful omits the others silently (docs/contentful.md, Complexity). */
export const DEFAULT_COLLECTION_LIMIT = 100
/** Maximum value of the argument `limit`. */
export const MAX_COLLECTION_LIMIT = 1_000

/** Arguments of all content fields: another locale than that of the entry or asset, and whether its fallback is used. */
export const localeArguments: GraphQLFieldConfigArgumentMap = {
  locale: { type: GraphQLString },
  useFallbackLocale: { type: GraphQLBoolean },
}

/** Arguments of links. `preview`: whether drafts are read from here on. */
export const linkArguments: GraphQLFieldConfigArgumentMap = {
  preview: { type: GraphQLBoolean },
  ...localeArguments,
}

/** Arguments of a field that returns one entry or asset by id. */
export const idArguments: GraphQLFieldConfigArgumentMap = {
  id: { type: new GraphQLNonNull(GraphQLString) },
  ...linkArguments,
}

/** Creates the arguments of a collection; `where` and `order` only if it can be filtered and sorted. */
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

/** An omitted variable is `null`. */
export interface LocaleArguments {
  readonly locale?: string | null
  readonly useFallbackLocale?: boolean | null
}

export interface LinkArguments extends LocaleArguments {
  readonly preview?: boolean | null
  readonly where?: WhereArgument | null
}

export type IdArguments = LinkArguments & { readonly id: string }

export interface CollectionArguments extends LinkArguments {
  readonly skip?: number | null
  readonly limit?: number | null
  readonly order?: readonly (NodeComparison | null)[] | null
}

/** The view that the arguments of a field select. What they leave out is as in the view of the parent. */
export const selectView = (
  parent: ContentView,
  { preview, locale, useFallbackLocale }: LinkArguments,
): ContentView => ({
  preview: preview ?? parent.preview,
  locale: locale ?? parent.locale,
  useFallback: useFallbackLocale ?? parent.useFallback,
})

/** The view of a field of the query: published content in the default locale, unless the arguments select another one. */
export const selectRootView = (args: LinkArguments, { source }: QueryContext): ContentView =>
  selectView({ preview: false, locale: source.locales[0] ?? '', useFallback: true }, args)

/** An entry or asset in the locale that the arguments of one of its fields select. */
export function readInLocale<Node extends ContentNode>(node: Node, args: LocaleArguments, context: QueryContext): Node {
  if (args.locale == null && args.useFallbackLocale == null) return node
  const content = context.source.readSnapshot(selectView(node.view, { ...args, preview: node.view.preview }))
  const item = node.kind === 'Entry' ? content.entry(node.item.id) : content.asset(node.item.id)
  return item ? { ...node, item } : node
}

/** The comparison of a value of `order`. */
type NodeComparison = (a: ContentNode, b: ContentNode) => number

/** Values that entries and assets can be sorted by, by name. */
export type SortableFields = Readonly<Record<string, ReadValue>>

/** Sortable fields of all entries and assets. */
const SORTABLE_SYS_FIELDS: SortableFields = {
  sys_id: ({ item }) => item.id,
  sys_publishedAt: ({ item }) => toTimestamp(item.publishedAt),
  sys_firstPublishedAt: ({ item }) => toTimestamp(item.firstPublishedAt),
  sys_publishedVersion: ({ item }) => item.publishedVersion,
}

/** Creates an enum with two values per field, for example `title_ASC` and `title_DESC`. */
export const createOrderType = (name: string, sortable: SortableFields): GraphQLEnumType =>
  new GraphQLEnumType({
    name,
    values: Object.fromEntries(
      Object.entries({ ...sortable, ...SORTABLE_SYS_FIELDS }).flatMap(([id, read]) => [
        [`${id}_ASC`, { value: createComparison(read, 1) }],
        [`${id}_DESC`, { value: createComparison(read, -1) }],
      ]),
    ),
  })

/** Sorts by the first comparison that differs. Equal nodes keep their order. */
export const sortNodes = <Item extends ContentNode>(
  items: readonly Item[],
  order: readonly (NodeComparison | null)[],
): readonly Item[] =>
  items.toSorted((a, b) => {
    for (const compare of order) {
      const difference = compare?.(a, b) ?? 0
      if (difference !== 0) return difference
    }
    return 0
  })

/** Nodes without a value are last in both directions. */
const createComparison =
  (read: ReadValue, direction: 1 | -1): NodeComparison =>
  (a, b) => {
    const [left, right] = [read(a) ?? null, read(b) ?? null]
    if (left === right) return 0
    if (left === null) return 1
    if (right === null) return -1
    return isBefore(left, right) ? -direction : direction
  }

const isBefore = (left: unknown, right: unknown): boolean => {
  if (typeof left === 'number' && typeof right === 'number') return left < right
  return String(left) < String(right)
}
