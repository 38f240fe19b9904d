import type { CompiledField } from '#local/engine/compile-content-type.ts'
import { type Order, sortBy } from '#local/engine/value-filter.ts'
import type { ContentLink, LinkType } from '#local/shared/links.ts'
import { type ContentNode, getLinkType, type ResolverParent } from './content-source.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'
import { createNodePredicate, type GraphqlFilter, listConditions } from './graphql-filter.ts'
import { getGraphqlTypeName } from './schema-names.ts'
import { DEFAULT_COLLECTION_LIMIT, type FieldBehavior } from './type-definitions.ts'

/** Arguments of links; other content fields have only those of the locale. An omitted variable is `null`. */
export interface LinkArguments {
  readonly locale?: string | null
  readonly useFallbackLocale?: boolean | null
  /** Whether drafts are read from here on. */
  readonly preview?: boolean | null
  readonly where?: object | null
}

interface CollectionArguments extends LinkArguments {
  readonly skip?: number | null
  readonly limit?: number | null
  readonly order?: readonly (Order<ContentNode> | null)[] | null
}

type View = ResolverParent['view']

/** The view that the arguments of a field select. What they leave out is as in the view of the parent. */
export function selectView({ preview, locale, useFallbackLocale }: LinkArguments, { view }: ResolverParent): View {
  assertKnownLocale(locale ?? view.locale, view)
  return {
    source: view.source,
    preview: preview ?? view.preview,
    locale: locale ?? view.locale,
    useFallback: useFallbackLocale ?? view.useFallback,
  }
}

/** Affects one field, as documented: https://www.contentful.com/developers/docs/references/graphql/locale-handling */
function assertKnownLocale(locale: string, { source }: View): void {
  if (!source.locales.includes(locale))
    throw new ContentfulGraphqlError('UNKNOWN_LOCALE', `Query execution error. Unknown locale '${locale}'`, { locale })
}

/** Finds an entry or asset; `undefined` if it does not exist in the view. */
export function findNode(linkType: LinkType, id: string, view: View): ContentNode | undefined {
  const item = view.source.readSnapshot(view).find(linkType, id)
  return item && { item, view }
}

/** An entry or asset in the locale that the arguments of one of its fields select. */
export function readInLocale(node: ContentNode, args: LinkArguments): ContentNode {
  if (args.locale == null && args.useFallbackLocale == null) return node
  return findNode(getLinkType(node.item), node.item.id, selectView(args, node)) ?? node
}

/** A field with links to entries or assets. `targets`: ids of the allowed content types; absent if all are allowed. */
type LinkField = Pick<CompiledField, 'id' | 'targetType'> & { readonly targets?: readonly string[] | undefined }

/** The target of a link. A broken link is an error: graphql-js returns `null` and adds the error to `errors`. */
type ResolvedLink = ContentNode | ContentfulGraphqlError

/** Finds the target of a link of a field. */
export function resolveLink(field: LinkField, { sys }: ContentLink, { item }: ContentNode, view: View): ResolvedLink {
  const node = sys.linkType === field.targetType ? findNode(sys.linkType, sys.id, view) : undefined
  const type = getGraphqlTypeName(item.contentType ?? '')
  const details = { type, field: field.id, linkingEntryId: item.id }
  const prefix = `Query execution error. Link from entry '${item.id}'`
  if (!node) {
    return new ContentfulGraphqlError(
      'UNRESOLVABLE_LINK',
      `${prefix} to ${sys.linkType.toLowerCase()} '${sys.id}' on field '${field.id}' within type '${type}' cannot be resolved`,
      { ...details, linkType: sys.linkType, linkId: sys.id },
    )
  }
  const { contentType } = node.item
  if (contentType !== null && field.targets && !field.targets.includes(contentType)) {
    return new ContentfulGraphqlError(
      'UNEXPECTED_LINKED_CONTENT_TYPE',
      `${prefix} on field '${field.id}' within type '${type}' leads to an entry of the content type '${contentType}', which the field does not allow`,
      { ...details, expected: field.targets.join(', '), found: contentType },
    )
  }
  return node
}

/**
 * Creates a field with one page of a list, filtered and sorted. `listNodes` lists what the collection contains in a view,
 * `maxItems` is the `size.max` of an array field.
 */
export const createCollectionField = <Parent extends ResolverParent>(
  listNodes: (parent: Parent, view: View) => readonly ResolvedLink[] | null,
  filter?: GraphqlFilter,
  maxItems = Number.POSITIVE_INFINITY,
): FieldBehavior => ({
  cost: ({ limit }) => Math.min(typeof limit === 'number' ? limit : DEFAULT_COLLECTION_LIMIT, maxItems),
  resolve: (parent: Parent, args: CollectionArguments) => {
    const nodes = listNodes(parent, selectView(args, parent))
    return nodes && createPage(nodes, args, filter)
  },
})

/** Creates a field with one page of all entries or assets, or of all entries of a content type. */
export const createRootCollectionField = (
  filter: GraphqlFilter,
  linkType: LinkType,
  contentType?: string,
): FieldBehavior => ({
  cost: ({ limit }) => (typeof limit === 'number' ? limit : DEFAULT_COLLECTION_LIMIT),
  resolve: (parent: ResolverParent, args: CollectionArguments) => {
    const view = selectView(args, parent)
    const conditions = args.where ? listConditions(filter, args.where) : []
    const page = args.where || args.order?.length ? undefined : getRange(args)
    const { total, items } = view.source.readSnapshot(view).list({ linkType, contentType, conditions }, page)
    const nodes = items.map((item): ContentNode => ({ item, view }))
    return page ? { total, ...page, items: nodes } : createPage(nodes, args, filter)
  },
})

/** Filters and sorts nodes, and returns the page of the arguments. */
function createPage(nodes: readonly ResolvedLink[], args: CollectionArguments, filter: GraphqlFilter | undefined) {
  const matches = args.where && filter && createNodePredicate(filter, args.where)
  const filtered = matches ? nodes.filter((node) => isNode(node) && matches(node)) : nodes
  const orders = (args.order ?? []).filter((order) => order !== null)
  // Broken links come last.
  const sorted =
    orders.length > 0
      ? [...sortBy(filtered.filter(isNode), orders), ...filtered.filter((node) => !isNode(node))]
      : filtered
  const { skip, limit } = getRange(args)
  return { total: sorted.length, skip, limit, items: sorted.slice(skip, skip + limit) }
}

const getRange = ({ skip, limit }: CollectionArguments) => ({
  skip: skip ?? 0,
  limit: limit ?? DEFAULT_COLLECTION_LIMIT,
})

/** Whether a link is not broken. */
export const isNode = (node: ResolvedLink): node is ContentNode => !(node instanceof Error)
