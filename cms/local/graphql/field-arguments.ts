import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql'
import type { GraphqlFilter, NodeValues } from '#local/engine/graphql-filter.ts'
import { createOrder, type Order } from '#local/engine/value-filter.ts'
import type { ContentNode, ContentView, QueryContext } from './content-source.ts'

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
  readonly where?: object | null
}

export type IdArguments = LinkArguments & { readonly id: string }

export interface CollectionArguments extends LinkArguments {
  readonly skip?: number | null
  readonly limit?: number | null
  readonly order?: readonly (Order<ContentNode> | null)[] | null
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

/** Values of `sys` that entries and assets can be filtered and sorted by. */
export const SYS_VALUES: NodeValues = {
  id: { kind: 'Symbol', read: ({ item }) => item.id },
  publishedAt: { kind: 'Date', read: ({ item }) => item.publishedAt },
  firstPublishedAt: { kind: 'Date', read: ({ item }) => item.firstPublishedAt },
  publishedVersion: { kind: 'Number', read: ({ item }) => item.publishedVersion },
}

/** Creates an enum with two values per field, for example `title_ASC` and `title_DESC`. */
export const createOrderType = (name: string, sortable: NodeValues): GraphQLEnumType =>
  new GraphQLEnumType({
    name,
    values: Object.fromEntries(
      [
        ...Object.entries(sortable),
        ...Object.entries(SYS_VALUES).map(([id, value]) => [`sys_${id}`, value] as const),
      ].flatMap(([id, { kind, read }]) => [
        [`${id}_ASC`, { value: createOrder(kind, read, 1) }],
        [`${id}_DESC`, { value: createOrder(kind, read, -1) }],
      ]),
    ),
  })
