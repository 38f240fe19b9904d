import { GraphQLUnionType } from 'graphql'
import type { EntryNode } from './content-nodes.ts'
import { type ContentTypeDefinition, type FieldDefinition, getMaxItems } from './content-type-definition.ts'
import type { EntryFieldConfig } from './entry-fields.ts'
import {
  type CollectionArguments,
  createCollectionArguments,
  type LinkArguments,
  linkArguments,
} from './field-arguments.ts'
import { createFilter, getSharedCriteria } from './graphql-filter.ts'
import { createOrderType } from './order-type.ts'
import { createCollectionCost, linkCost } from './query-cost.ts'
import { type LinkFieldInfo, resolveLinkField, resolveLinkListField } from './resolve-links.ts'
import { getFieldTypeName, getTypeName } from './schema-names.ts'
import { type EntryTypeParts, getLinkTarget, type LinkTarget, type SchemaParts } from './schema-parts.ts'
import { createCollectionType, EntryInterface } from './shared-types.ts'

/** A link to one entry or asset. */
export function createLinkField(
  contentType: ContentTypeDefinition,
  field: FieldDefinition,
  parts: SchemaParts,
): EntryFieldConfig {
  const target = getLinkTarget(contentType, field, parts)
  const filter = only(target)?.filter
  const link = { ...linkOf(field, target), ...(filter ? { filter } : {}) }
  return {
    ...linkCost,
    type: typeOf(target, parts, getFieldTypeName(contentType.id, field.id)),
    args: { ...linkArguments, ...(filter ? { where: { type: filter.type } } : {}) },
    resolve: (parent, args: LinkArguments, context) => resolveLinkField(link, parent, args, context),
  }
}

/** A list of links: a collection, which is filtered and ordered as far as what it holds is of one kind. */
export function createLinkListField(
  contentType: ContentTypeDefinition,
  field: FieldDefinition,
  parts: SchemaParts,
): EntryFieldConfig {
  const target = getLinkTarget(contentType, field, parts)
  const name = getFieldTypeName(contentType.id, field.id)
  const filter = listFilter(target, name)
  const one = only(target)
  const order = one && createOrderType(`${name}CollectionOrder`, one.sortableFields)
  const link = { ...linkOf(field, target), ...(filter ? { filter } : {}) }
  return {
    ...createCollectionCost(getMaxItems(field)),
    type:
      target === 'asset'
        ? parts.assetCollection
        : createCollectionType(`${name}Collection`, typeOf(target, parts, `${name}Item`)),
    args: createCollectionArguments(filter, order),
    resolve: (parent, args: CollectionArguments, context) => resolveLinkListField(link, parent, args, context),
  }
}

const linkOf = ({ id }: FieldDefinition, target: LinkTarget): LinkFieldInfo => {
  if (target === 'asset') return { id, linkType: 'Asset' }
  if (target === 'any') return { id, linkType: 'Entry' }
  return { id, linkType: 'Entry', targets: target.map(({ contentType }) => contentType.id) }
}

const only = (target: LinkTarget): EntryTypeParts | undefined =>
  Array.isArray(target) && target.length === 1 ? target[0] : undefined

/** Several types make a union with this name. */
function typeOf(target: LinkTarget, { asset }: SchemaParts, unionName: string) {
  if (target === 'asset') return asset
  if (target === 'any') return EntryInterface
  return (
    only(target)?.type ??
    new GraphQLUnionType({
      name: unionName,
      types: target.map(({ type }) => type),
      resolveType: ({ item }: EntryNode) => getTypeName(item.contentType),
    })
  )
}

function listFilter(target: LinkTarget, name: string) {
  if (target === 'asset' || target === 'any') return undefined
  return (
    only(target)?.filter ?? createFilter(`${name}Filter`, () => getSharedCriteria(target.map(({ filter }) => filter)))
  )
}
