import { createNodePredicate, type GraphqlFilter } from '#local/engine/graphql-filter.ts'
import { type Order, sortBy } from '#local/engine/value-filter.ts'
import { type ContentLink, isLink, type LinkType } from '#local/links.ts'
import type { CollectionNode, ContentNode, ContentView, EntryNode, QueryContext } from './content-source.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'
import { DEFAULT_COLLECTION_LIMIT } from './query-cost.ts'
import { getGraphqlTypeName } from './schema-names.ts'

/** Arguments of content fields. An omitted variable is `null`. */
export interface LocaleArguments {
  readonly locale?: string | null
  readonly useFallbackLocale?: boolean | null
}

/** Arguments of links. `preview`: whether drafts are read from here on. */
export interface LinkArguments extends LocaleArguments {
  readonly preview?: boolean | null
  readonly where?: object | null
}

export interface CollectionArguments extends LinkArguments {
  readonly skip?: number | null
  readonly limit?: number | null
  readonly order?: readonly (Order<ContentNode> | null)[] | null
}

/**
 * The view that the arguments of a field select. What they leave out is as in the view of the parent; in a field of the
 * query: published content in the default locale. Throws `ContentfulGraphqlError` for an unknown locale.
 */
export function selectView(args: LinkArguments, { source }: QueryContext, parent?: ContentView): ContentView {
  const locale = args.locale ?? parent?.locale ?? source.locales[0] ?? ''
  assertKnownLocale(locale, source.locales)
  return {
    preview: args.preview ?? parent?.preview ?? false,
    locale,
    useFallback: args.useFallbackLocale ?? parent?.useFallback ?? true,
  }
}

/** Affects one field, as documented: https://www.contentful.com/developers/docs/references/graphql/locale-handling */
export function assertKnownLocale(locale: string, locales: readonly string[]): void {
  if (!locales.includes(locale))
    throw new ContentfulGraphqlError('UNKNOWN_LOCALE', `Query execution error. Unknown locale '${locale}'`, { locale })
}

/** An entry or asset in the locale that the arguments of one of its fields select. */
export function readInLocale<Node extends ContentNode>(node: Node, args: LocaleArguments, context: QueryContext): Node {
  if (args.locale == null && args.useFallbackLocale == null) return node
  const view = selectView(args, context, node.view)
  const content = context.source.readSnapshot(view)
  const item = node.kind === 'Entry' ? content.entry(node.item.id) : content.asset(node.item.id)
  return item ? { ...node, item, view } : node
}

/** Finds the target of a link; `undefined` if it does not exist. */
export function findLinkedNode(
  { linkType, id }: ContentLink['sys'],
  view: ContentView,
  { source }: QueryContext,
): ContentNode | undefined {
  const content = source.readSnapshot(view)
  if (linkType === 'Asset') {
    const item = content.asset(id)
    return item && { kind: 'Asset', item, view }
  }
  const item = content.entry(id)
  return item && { kind: 'Entry', item, view }
}

/** A field with links to entries or assets. */
export interface LinkFieldInfo {
  readonly id: string
  readonly linkType: LinkType
  /** Ids of the allowed content types; absent if all are allowed, and for assets. */
  readonly targets?: readonly string[] | undefined
  /** Present if the targets can be filtered. */
  readonly filter?: GraphqlFilter | undefined
}

/**
 * Resolves a link field. `locale` selects the values of the target; the link is that of the parent's locale
 * (https://www.contentful.com/developers/docs/references/graphql/locale-handling). Throws `ContentfulGraphqlError` for a
 * broken link, which affects only this field.
 */
export function resolveLinkField(
  field: LinkFieldInfo,
  parent: EntryNode,
  args: LinkArguments,
  context: QueryContext,
): ContentNode | null {
  const value = parent.item.fields[field.id]
  const view = selectView(args, context, parent.view)
  if (!isLink(value)) return null
  const { where } = args
  const node = resolveLink(field, value, parent, view, context)
  return where && field.filter && !createNodePredicate(field.filter, where, context)(node) ? null : node
}

/** Resolves one page of a list of links. Only the links of the page are resolved unless it is filtered or sorted. */
export function resolveLinkListField(
  field: LinkFieldInfo,
  parent: EntryNode,
  args: CollectionArguments,
  context: QueryContext,
): CollectionNode | null {
  const value = parent.item.fields[field.id]
  const view = selectView(args, context, parent.view)
  if (!Array.isArray(value)) return null
  const links = value.filter(isLink)
  if (args.where || args.order?.length)
    return createCollectionNode(resolveLinks(field, links, parent, view, context), args, context, field.filter)
  const page = slicePage(links, args)
  return { ...page, total: links.length, items: resolveLinks(field, page.items, parent, view, context) }
}

/** Resolves links in order. A broken link becomes an error, which graphql-js reports for that item. */
export const resolveLinks = (
  field: LinkFieldInfo,
  links: readonly ContentLink[],
  parent: EntryNode,
  view: ContentView,
  context: QueryContext,
): readonly (ContentNode | ContentfulGraphqlError)[] =>
  links.map((link) => {
    try {
      return resolveLink(field, link, parent, view, context)
    } catch (error) {
      if (error instanceof ContentfulGraphqlError) return error
      throw error
    }
  })

function resolveLink(
  field: LinkFieldInfo,
  { sys }: ContentLink,
  { item }: EntryNode,
  view: ContentView,
  context: QueryContext,
): ContentNode {
  const isBroken = sys.linkType !== field.linkType || context.source.shouldBreakLink?.()
  const node = isBroken ? undefined : findLinkedNode(sys, view, context)
  const type = getGraphqlTypeName(item.contentType)
  const details = { type, field: field.id, linkingEntryId: item.id }
  if (!node) {
    throw new ContentfulGraphqlError(
      'UNRESOLVABLE_LINK',
      `Query execution error. Link from entry '${item.id}' to ${sys.linkType.toLowerCase()} '${sys.id}' on field '${field.id}' within type '${type}' cannot be resolved`,
      { ...details, linkType: sys.linkType, linkId: sys.id },
    )
  }
  if (node.kind === 'Entry' && field.targets && !field.targets.includes(node.item.contentType)) {
    throw new ContentfulGraphqlError(
      'UNEXPECTED_LINKED_CONTENT_TYPE',
      `Query execution error. Link from entry '${item.id}' on field '${field.id}' within type '${type}' leads to an entry of the content type '${node.item.contentType}', which the field does not allow`,
      { ...details, expected: field.targets.join(', '), found: node.item.contentType },
    )
  }
  return node
}

/** Creates one page of a collection, filtered and sorted. Filters omit broken links; sorting puts them last. */
export function createCollectionNode(
  nodes: readonly (ContentNode | Error)[],
  args: CollectionArguments,
  context: QueryContext,
  filter?: GraphqlFilter,
): CollectionNode {
  const { where, order } = args
  const matches = where && filter && createNodePredicate(filter, where, context)
  const filtered = matches ? nodes.filter((node) => isNode(node) && matches(node)) : nodes
  const orders = (order ?? []).filter((key) => key !== null)
  const sorted =
    orders.length > 0
      ? [...sortBy(filtered.filter(isNode), orders), ...filtered.filter((node) => !isNode(node))]
      : filtered
  return { ...slicePage(sorted, args), total: sorted.length }
}

const isNode = (node: ContentNode | Error): node is ContentNode => !(node instanceof Error)

/** Returns the part of a list that `skip` and `limit` select. */
function slicePage<Item>(list: readonly Item[], args: CollectionArguments) {
  const skip = args.skip ?? 0
  const limit = args.limit ?? DEFAULT_COLLECTION_LIMIT
  return { skip, limit, items: list.slice(skip, skip + limit) }
}
