import { isLink, type Link, type LinkType } from '#cms/local/content-source.ts'
import type { CollectionArguments, LinkArguments } from './arguments.ts'
import { collectionNode, paged } from './collection.ts'
import { ContentfulError } from './errors.ts'
import { type Filter, passes } from './filter.ts'
import { typeName } from './names.ts'
import { assetNode, type CollectionNode, type EntryNode, entryNode, type Node, type QueryContext } from './nodes.ts'

/** A field of a content type that leads to entries or assets. */
export interface LinkField {
  readonly id: string
  readonly linkType: LinkType
  /** The content types that it may hold; absent where it may hold any, and for assets. */
  readonly targets?: readonly string[]
  /** Where all that it holds is of one type. */
  readonly filter?: Filter
}

/** The entry or asset behind a link. A link to a draft or to a deleted entry costs this field only, and says so. */
export function followField(
  field: LinkField,
  parent: EntryNode,
  { where, preview }: LinkArguments,
  context: QueryContext,
): Node | null {
  const value = parent.item.fields[field.id]
  if (!isLink(value)) return null
  const node = follow(field, value, parent, preview ?? parent.preview, context)
  return where && field.filter && !passes(field.filter, node, where, context) ? null : node
}

/** One page of the links of an array field. */
export function followList(
  field: LinkField,
  parent: EntryNode,
  args: CollectionArguments,
  context: QueryContext,
): CollectionNode | null {
  const value = parent.item.fields[field.id]
  if (!Array.isArray(value)) return null
  const links = value.filter(isLink)
  const followed = (some: readonly Link[]) => followAll(field, some, parent, args.preview ?? parent.preview, context)
  if (args.where || args.order?.length) return collectionNode(followed(links), args, field.filter, context)
  const page = paged(links, args)
  return { ...page, total: links.length, items: followed(page.items) }
}

/** What links lead to, in their order. One that leads nowhere is its own error: graphql-js takes it as that item's. */
export const followAll = (
  field: LinkField,
  links: readonly Link[],
  parent: EntryNode,
  preview: boolean,
  context: QueryContext,
): readonly (Node | ContentfulError)[] =>
  links.map((link) => {
    try {
      return follow(field, link, parent, preview, context)
    } catch (error) {
      if (error instanceof ContentfulError) return error
      throw error
    }
  })

/** The entry or asset that an id names, where there is one. */
export function resolved(sys: Link['sys'], preview: boolean, { source }: QueryContext): Node | undefined {
  const content = source.read(preview)
  if (sys.linkType === 'Asset') {
    const asset = content.asset(sys.id)
    return asset && assetNode(asset, preview)
  }
  const entry = content.entry(sys.id)
  return entry && entryNode(entry, preview)
}

function follow(field: LinkField, { sys }: Link, parent: EntryNode, preview: boolean, context: QueryContext): Node {
  const isBroken = sys.linkType !== field.linkType || context.source.breaksLink?.()
  const node = isBroken ? undefined : resolved(sys, preview, context)
  if (!node) throw unresolvable(field, sys, parent)
  if (node.kind === 'Entry' && field.targets && !field.targets.includes(node.item.contentType)) {
    throw unexpectedType(field, node.item.contentType, parent)
  }
  return node
}

function unresolvable(field: LinkField, { linkType, id }: Link['sys'], { item }: EntryNode): ContentfulError {
  const type = typeName(item.contentType)
  return new ContentfulError(
    'UNRESOLVABLE_LINK',
    `Query execution error. Link from entry '${item.id}' to ${linkType.toLowerCase()} '${id}' on field '${field.id}' within type '${type}' cannot be resolved`,
    { type, field: field.id, linkType, linkId: id, linkingEntryId: item.id },
  )
}

function unexpectedType(field: LinkField, found: string, { item }: EntryNode): ContentfulError {
  const type = typeName(item.contentType)
  return new ContentfulError(
    'UNEXPECTED_LINKED_CONTENT_TYPE',
    `Query execution error. Link from entry '${item.id}' on field '${field.id}' within type '${type}' leads to an entry of the content type '${found}', which the field does not allow`,
    { type, field: field.id, linkingEntryId: item.id, expected: field.targets?.join(', '), found },
  )
}
