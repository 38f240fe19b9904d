import { createNodePredicate, type GraphqlFilter } from '#local/engine/graphql-filter.ts'
import { sortBy } from '#local/engine/value-filter.ts'
import { type ContentLink, isLink, type LinkType } from '#local/links.ts'
import {
  type CollectionNode,
  type ContentNode,
  type ContentView,
  createAssetNode,
  createEntryNode,
  type EntryNode,
  type QueryContext,
} from './content-source.ts'
import {
  type CollectionArguments,
  DEFAULT_COLLECTION_LIMIT,
  type LinkArguments,
  readInLocale,
  selectView,
} from './field-arguments.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'
import { getGraphqlTypeName } from './schema-names.ts'

/** A field with links to entries or assets. */
export interface LinkFieldInfo {
  readonly id: string
  readonly linkType: LinkType
  /** Ids of the allowed content types; absent if all are allowed, and for assets. */
  readonly targets?: readonly string[]
  /** Present if one content type is allowed. */
  readonly filter?: GraphqlFilter
}

/** Resolves a link field. Throws `ContentfulGraphqlError` for a broken link, which affects only this field. */
export function resolveLinkField(
  field: LinkFieldInfo,
  parent: EntryNode,
  args: LinkArguments,
  context: QueryContext,
): ContentNode | null {
  const value = readInLocale(parent, args, context).item.fields[field.id]
  if (!isLink(value)) return null
  const { where } = args
  const node = resolveLink(field, value, parent, selectView(parent.view, args), context)
  return where && field.filter && !createNodePredicate(field.filter, where, context)(node) ? null : node
}

/** Resolves one page of a list of links. */
export function resolveLinkListField(
  field: LinkFieldInfo,
  parent: EntryNode,
  args: CollectionArguments,
  context: QueryContext,
): CollectionNode | null {
  const value = readInLocale(parent, args, context).item.fields[field.id]
  if (!Array.isArray(value)) return null
  const links = value.filter(isLink)
  const resolve = (linksToResolve: readonly ContentLink[]) =>
    resolveLinks(field, linksToResolve, parent, selectView(parent.view, args), context)
  if (args.where || args.order?.length) return createCollectionNode(resolve(links), args, field.filter, context)
  const page = sliceCollection(links, args)
  return { ...page, total: links.length, items: resolve(page.items) }
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

/** Finds the target of a link; `undefined` if it does not exist. */
export function findLinkedNode(
  sys: ContentLink['sys'],
  view: ContentView,
  { source }: QueryContext,
): ContentNode | undefined {
  const content = source.readSnapshot(view)
  if (sys.linkType === 'Asset') {
    const asset = content.asset(sys.id)
    return asset && createAssetNode(asset, view)
  }
  const entry = content.entry(sys.id)
  return entry && createEntryNode(entry, view)
}

function resolveLink(
  field: LinkFieldInfo,
  { sys }: ContentLink,
  parent: EntryNode,
  view: ContentView,
  context: QueryContext,
): ContentNode {
  const isBroken = sys.linkType !== field.linkType || context.source.shouldBreakLink?.()
  const node = isBroken ? undefined : findLinkedNode(sys, view, context)
  if (!node) throw createUnresolvableLinkError(field, sys, parent)
  if (node.kind === 'Entry' && field.targets && !field.targets.includes(node.item.contentType)) {
    throw createUnexpectedTypeError(field, node.item.contentType, parent)
  }
  return node
}

function createUnresolvableLinkError(
  field: LinkFieldInfo,
  { linkType, id }: ContentLink['sys'],
  { item }: EntryNode,
): ContentfulGraphqlError {
  const type = getGraphqlTypeName(item.contentType)
  return new ContentfulGraphqlError(
    'UNRESOLVABLE_LINK',
    `Query execution error. Link from entry '${item.id}' to ${linkType.toLowerCase()} '${id}' on field '${field.id}' within type '${type}' cannot be resolved`,
    { type, field: field.id, linkType, linkId: id, linkingEntryId: item.id },
  )
}

function createUnexpectedTypeError(
  field: LinkFieldInfo,
  foundType: string,
  { item }: EntryNode,
): ContentfulGraphqlError {
  const type = getGraphqlTypeName(item.contentType)
  return new ContentfulGraphqlError(
    'UNEXPECTED_LINKED_CONTENT_TYPE',
    `Query execution error. Link from entry '${item.id}' on field '${field.id}' within type '${type}' leads to an entry of the content type '${foundType}', which the field does not allow`,
    { type, field: field.id, linkingEntryId: item.id, expected: field.targets?.join(', '), found: foundType },
  )
}

/** Creates one page of a collection, filtered and sorted. Filters omit broken links; sorting puts them last. */
export function createCollectionNode(
  nodes: readonly (ContentNode | Error)[],
  args: CollectionArguments,
  filter: GraphqlFilter | undefined,
  context: QueryContext,
): CollectionNode {
  const { where, order } = args
  const matches = where && filter && createNodePredicate(filter, where, context)
  const filteredNodes = matches ? nodes.filter((node) => isNode(node) && matches(node)) : nodes
  const orders = (order ?? []).filter((key) => key !== null)
  const items =
    orders.length > 0
      ? [...sortBy(filteredNodes.filter(isNode), orders), ...filteredNodes.filter(isError)]
      : filteredNodes
  return { ...sliceCollection(items, args), total: items.length }
}

/** Returns the part of a list that `skip` and `limit` select. */
function sliceCollection<Item>(list: readonly Item[], args: CollectionArguments) {
  const skip = args.skip ?? 0
  const limit = args.limit ?? DEFAULT_COLLECTION_LIMIT
  return { skip, limit, items: list.slice(skip, skip + limit) }
}

const isError = (node: ContentNode | Error): node is Error => node instanceof Error

const isNode = (node: ContentNode | Error): node is ContentNode => !isError(node)
