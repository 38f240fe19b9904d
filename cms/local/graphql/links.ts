import { isLink, type Link, type LinkType } from '#cms/local/content-source.ts'
import { type CollectionArguments, type LinkArguments, pageOf } from './arguments.ts'
import { ContentfulError } from './errors.ts'
import { typeName } from './names.ts'
import {
  type AssetNode,
  assetNode,
  type CollectionNode,
  type EntryNode,
  entryNode,
  type QueryContext,
} from './nodes.ts'

/** A link field of a content type, and where it may lead. */
export interface LinkField {
  readonly id: string
  readonly linkType: LinkType
  /** The only content type that it may hold; absent for assets. */
  readonly target?: string
}

/** The entry or asset behind a link. A link to a draft or to a deleted entry costs this field only, and says so. */
export function followField(field: LinkField, parent: EntryNode, args: LinkArguments, { source }: QueryContext) {
  const value = parent.item.fields[field.id]
  return isLink(value) ? follow(field, value, parent, args.preview ?? parent.preview, { source }) : null
}

/** One page of the links of an array field. */
export function followList(
  field: LinkField,
  parent: EntryNode,
  args: CollectionArguments,
  { source }: QueryContext,
): CollectionNode | null {
  const value = parent.item.fields[field.id]
  if (!Array.isArray(value)) return null
  const links = value.filter(isLink)
  const { skip, limit } = pageOf(args)
  const preview = args.preview ?? parent.preview
  const items = links
    .slice(skip, skip + limit)
    .map((link) => attempt(() => follow(field, link, parent, preview, { source })))
  return { total: links.length, skip, limit, items }
}

function follow(
  field: LinkField,
  { sys }: Link,
  parent: EntryNode,
  preview: boolean,
  { source }: QueryContext,
): EntryNode | AssetNode {
  if (sys.linkType === field.linkType) {
    if (sys.linkType === 'Asset') {
      const asset = source.asset(sys.id, preview)
      if (asset) return assetNode(asset, preview)
    } else {
      const entry = source.entry(sys.id, preview)
      if (entry && entry.contentType !== field.target) throw unexpectedType(field, entry.contentType, parent)
      if (entry) return entryNode(entry, preview)
    }
  }
  throw unresolvable(field, sys, parent)
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
    { type, field: field.id, linkingEntryId: item.id, expected: field.target, found },
  )
}

/** graphql-js takes an error that stands in a list as that item's error. */
function attempt<Result>(step: () => Result): Result | Error {
  try {
    return step()
  } catch (error) {
    if (error instanceof ContentfulError) return error
    throw error
  }
}
