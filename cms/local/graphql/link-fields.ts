import { GraphQLUnionType } from 'graphql'
import { type ContentTypeDefinition, type FieldDefinition, largestSize } from '#cms/local/content-type.ts'
import { type CollectionArguments, collectionArguments, type LinkArguments, linkArguments } from './arguments.ts'
import { collectionCost, linkCost } from './cost-mark.ts'
import type { EntryField } from './entry-fields.ts'
import { filterOf, sharedCriteria } from './filter.ts'
import { followField, followList, type LinkField } from './links.ts'
import { fieldTypeName, typeName } from './names.ts'
import type { EntryNode } from './nodes.ts'
import { orderType } from './order.ts'
import { type EntryParts, type Parts, type Target, targetOf } from './parts.ts'
import { collectionType, EntryInterface } from './shared-types.ts'

/** A link to one entry or asset. */
export function linkField(contentType: ContentTypeDefinition, field: FieldDefinition, parts: Parts): EntryField {
  const target = targetOf(contentType, field, parts)
  const filter = only(target)?.filter
  const link = { ...linkOf(field, target), ...(filter ? { filter } : {}) }
  return {
    ...linkCost,
    type: typeOf(target, parts, fieldTypeName(contentType.id, field.id)),
    args: { ...linkArguments, ...(filter ? { where: { type: filter.type } } : {}) },
    resolve: (parent, args: LinkArguments, context) => followField(link, parent, args, context),
  }
}

/** A list of links: a collection, which is filtered and ordered as far as what it holds is of one kind. */
export function linkListField(contentType: ContentTypeDefinition, field: FieldDefinition, parts: Parts): EntryField {
  const target = targetOf(contentType, field, parts)
  const name = fieldTypeName(contentType.id, field.id)
  const filter = listFilter(target, name)
  const one = only(target)
  const order = one && orderType(`${name}CollectionOrder`, one.sortable)
  const link = { ...linkOf(field, target), ...(filter ? { filter } : {}) }
  return {
    ...collectionCost(largestSize(field)),
    type:
      target === 'asset'
        ? parts.assetCollection
        : collectionType(`${name}Collection`, typeOf(target, parts, `${name}Item`)),
    args: collectionArguments(filter, order),
    resolve: (parent, args: CollectionArguments, context) => followList(link, parent, args, context),
  }
}

const linkOf = ({ id }: FieldDefinition, target: Target): LinkField => {
  if (target === 'asset') return { id, linkType: 'Asset' }
  if (target === 'any') return { id, linkType: 'Entry' }
  return { id, linkType: 'Entry', targets: target.map(({ contentType }) => contentType.id) }
}

const only = (target: Target): EntryParts | undefined =>
  Array.isArray(target) && target.length === 1 ? target[0] : undefined

/** Several types make a union with this name. */
function typeOf(target: Target, { asset }: Parts, unionName: string) {
  if (target === 'asset') return asset
  if (target === 'any') return EntryInterface
  return (
    only(target)?.type ??
    new GraphQLUnionType({
      name: unionName,
      types: target.map(({ type }) => type),
      resolveType: ({ item }: EntryNode) => typeName(item.contentType),
    })
  )
}

function listFilter(target: Target, name: string) {
  if (target === 'asset' || target === 'any') return undefined
  return only(target)?.filter ?? filterOf(`${name}Filter`, () => sharedCriteria(target.map(({ filter }) => filter)))
}
