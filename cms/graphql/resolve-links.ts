import { type ContentLink, isLink, type LinkType } from '#cms/links.ts'
import {
  type CollectionNode,
  type ContentNode,
  createAssetNode,
  createEntryNode,
  type EntryNode,
  type QueryContext,
} from './content-source.ts'
import { type CollectionArguments, DEFAULT_COLLECTION_LIMIT, type LinkArguments, sortNodes } from './field-arguments.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'
import { type GraphqlFilter, matchesFilter } from './graphql-filter.ts'
import { getGraphqlTypeName } from './schema-names.ts'

/** A field of a content type that leads to entries or assets. */
export interface LinkFieldInfo {
  readonly id: string
  readonly linkType: LinkType
  /** The content types that it may hold; absent where it may hold any, and for assets. */
  readonly targets?: readonly string[]
  /** Where all that it holds is of one type. */
  readonly filter?: GraphqlFilter
}

/** The entry or asset behind a link. A link to a draft or to a deleted entry costs this field only, and says so. */
export function resolveLinkField(
  field: LinkFieldInfo,
  parent: EntryNode,
  { where, preview }: LinkArguments,
  context: QueryContext,
): ContentNode | null {
  const value = parent.item.fields[field.id]
  if (!isLink(value)) return null
  const node = follow(field, value, parent, preview ?? parent.preview, context)
  return where && field.filter && !matchesFilter(field.filter, node, where, context) ? null : node
}

/** One page of the links of an array field. */
export function resolveLinkListField(
  field: LinkFieldInfo,
  parent: EntryNode,
  args: CollectionArguments,
  context: QueryContext,
): CollectionNode | null {
  const value = parent.item.fields[field.id]
  if (!Array.isArray(value)) return null
  const links = value.filter(isLink)
  const followed = (some: readonly ContentLink[]) =>
    resolveLinks(field, some, parent, args.preview ?? parent.preview, context)
  if (args.where || args.order?.length) return createCollectionNode(followed(links), args, field.filter, context)
  const page = sliceCollection(links, args)
  return { ...page, total: links.length, items: followed(page.items) }
}

/** What links lead to, in their order. One that leads nowhere is its own error: graphql-js takes it as that item's. */
export const resolveLinks = (
  field: LinkFieldInfo,
  links: readonly ContentLink[],
  parent: EntryNode,
  preview: boolean,
  context: QueryContext,
): readonly (ContentNode | ContentfulGraphqlError)[] =>
  links.map((link) => {
    try {
      return follow(field, link, parent, preview, context)
    } catch (error) {
      if (error instanceof ContentfulGraphqlError) return error
      throw error
    }
  })

/** The entry or asset that an id names, where there is one. */
export function findLinkedNode(
  sys: ContentLink['sys'],
  preview: boolean,
  { source }: QueryContext,
): ContentNode | undefined {
  const content = source.readSnapshot(preview)
  if (sys.linkType === 'Asset') {
    const asset = content.asset(sys.id)
    return asset && createAssetNode(asset, preview)
  }
  const entry = content.entry(sys.id)
  return entry && createEntryNode(entry, preview)
}

function follow(
  field: LinkFieldInfo,
  { sys }: ContentLink,
  parent: EntryNode,
  preview: boolean,
  context: QueryContext,
): ContentNode {
  const isBroken = sys.linkType !== field.linkType || context.source.shouldBreakLink?.()
  const node = isBroken ? undefined : findLinkedNode(sys, preview, context)
  if (!node) throw unresolvable(field, sys, parent)
  if (node.kind === 'Entry' && field.targets && !field.targets.includes(node.item.contentType)) {
    throw unexpectedType(field, node.item.contentType, parent)
  }
  return node
}

function unresolvable(
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

function unexpectedType(field: LinkFieldInfo, found: string, { item }: EntryNode): ContentfulGraphqlError {
  const type = getGraphqlTypeName(item.contentType)
  return new ContentfulGraphqlError(
    'UNEXPECTED_LINKED_CONTENT_TYPE',
    `Query execution error. Link from entry '${item.id}' on field '${field.id}' within type '${type}' leads to an entry of the content type '${found}', which the field does not allow`,
    { type, field: field.id, linkingEntryId: item.id, expected: field.targets?.join(', '), found },
  )
}

/** One page of what a collection holds, filtered and ordered. A filter leaves out what could not be resolved, an order puts it last. */
export function createCollectionNode(
  all: readonly (ContentNode | Error)[],
  args: CollectionArguments,
  filter: GraphqlFilter | undefined,
  context: QueryContext,
): CollectionNode {
  const { where, order } = args
  const found =
    where && filter ? all.filter((node) => isNode(node) && matchesFilter(filter, node, where, context)) : all
  const items = order?.length ? [...sortNodes(found.filter(isNode), order), ...found.filter(isError)] : found
  return { ...sliceCollection(items, args), total: items.length }
}

/** The part of a list that a query asks for. */
function sliceCollection<Item>(all: readonly Item[], args: CollectionArguments) {
  const skip = args.skip ?? 0
  const limit = args.limit ?? DEFAULT_COLLECTION_LIMIT
  return { skip, limit, items: all.slice(skip, skip + limit) }
}

const isError = (node: ContentNode | Error): node is Error => node instanceof Error

const isNode = (node: ContentNode | Error): node is ContentNode => !isError(node)
