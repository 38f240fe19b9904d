import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  type GraphQLOutputType,
  GraphQLString,
  GraphQLUnionType,
} from 'graphql'
import type { CompiledContentType, CompiledField } from '#local/engine/compile-content-type.ts'
import { findUnsupportedType } from '#local/engine/field-values.ts'
import { createFilter, getSharedCriteria } from '#local/engine/graphql-filter.ts'
import type { EntryNode } from './content-source.ts'
import {
  type CollectionArguments,
  createCollectionArguments,
  createOrderType,
  type LinkArguments,
  type LocaleArguments,
  linkArguments,
  localeArguments,
  readInLocale,
} from './field-arguments.ts'
import { UnsupportedFieldError } from './graphql-errors.ts'
import { createCollectionCost, linkCost } from './query-cost.ts'
import { type LinkFieldInfo, resolveLinkField, resolveLinkListField } from './resolve-links.ts'
import { createRichTextField } from './rich-text-field.ts'
import { getFieldName, getFieldTypeName, getGraphqlTypeName } from './schema-names.ts'
import {
  type EntryFieldConfig,
  type EntryTypeParts,
  getLinkFieldTarget,
  type LinkFieldTarget,
  type SchemaParts,
} from './schema-parts.ts'
import { createCollectionType, DateTime, EntryInterface, JSONValue, LocationType } from './shared-types.ts'

/** Every content field is nullable, required ones too (docs/contentful.md, Types). */
const SCALAR_TYPES: Readonly<Record<string, GraphQLOutputType>> = {
  Symbol: GraphQLString,
  Text: GraphQLString,
  Integer: GraphQLInt,
  Number: GraphQLFloat,
  Boolean: GraphQLBoolean,
  Date: DateTime,
  Object: JSONValue,
  Location: LocationType,
}

/** Returns the GraphQL name of a content field. A list of links is a collection. */
export const getOutputFieldName = (field: CompiledField): string =>
  field.isLinkList ? `${getFieldName(field.id)}Collection` : getFieldName(field.id)

/** Creates the GraphQL field of a content field. Throws `UnsupportedFieldError`. */
export function createEntryField(
  contentType: CompiledContentType,
  field: CompiledField,
  parts: SchemaParts,
): EntryFieldConfig {
  const unsupported = findUnsupportedType(field)
  if (unsupported) throw new UnsupportedFieldError(contentType.id, field.id, unsupported)
  const scalarType = SCALAR_TYPES[field.type]
  if (scalarType) return createValueField(field, scalarType)
  if (field.type === 'RichText') return createRichTextField(contentType, field, parts)
  if (field.type === 'Link') return createLinkField(contentType, field, parts)
  if (field.type === 'Array' && field.items?.type === 'Symbol')
    return createValueField(field, new GraphQLList(GraphQLString))
  return createLinkListField(contentType, field, parts)
}

const createValueField = ({ id }: CompiledField, type: GraphQLOutputType): EntryFieldConfig => ({
  type,
  args: localeArguments,
  resolve: (entry, args: LocaleArguments, context) => readInLocale(entry, args, context).item.fields[id] ?? null,
})

/** A field with a link to one entry or asset. */
function createLinkField(contentType: CompiledContentType, field: CompiledField, parts: SchemaParts): EntryFieldConfig {
  const target = getLinkFieldTarget(field, parts)
  const filter = getSingleType(target)?.filter
  const link = { ...createLinkFieldInfo(field, target), ...(filter ? { filter } : {}) }
  return {
    ...linkCost,
    type: getLinkOutputType(target, parts, getFieldTypeName(contentType.id, field.id)),
    args: { ...linkArguments, ...(filter ? { where: { type: filter.type } } : {}) },
    resolve: (parent, args: LinkArguments, context) => resolveLinkField(link, parent, args, context),
  }
}

/** A field with a list of links. It has `where` and `order` if all targets have one type. */
function createLinkListField(
  contentType: CompiledContentType,
  field: CompiledField,
  parts: SchemaParts,
): EntryFieldConfig {
  const target = getLinkFieldTarget(field, parts)
  const name = getFieldTypeName(contentType.id, field.id)
  const filter = createListFilter(target, name)
  const singleType = getSingleType(target)
  const order = singleType && createOrderType(`${name}CollectionOrder`, singleType.sortableFields)
  const link = { ...createLinkFieldInfo(field, target), ...(filter ? { filter } : {}) }
  return {
    ...createCollectionCost(field.maxItems),
    type:
      target === 'asset'
        ? parts.assetCollection
        : createCollectionType(`${name}Collection`, getLinkOutputType(target, parts, `${name}Item`)),
    args: createCollectionArguments(filter, order),
    resolve: (parent, args: CollectionArguments, context) => resolveLinkListField(link, parent, args, context),
  }
}

const createLinkFieldInfo = ({ id }: CompiledField, target: LinkFieldTarget): LinkFieldInfo => {
  if (target === 'asset') return { id, linkType: 'Asset' }
  if (target === 'any') return { id, linkType: 'Entry' }
  return { id, linkType: 'Entry', targets: target.types.map(({ contentType }) => contentType.id) }
}

const getSingleType = (target: LinkFieldTarget): EntryTypeParts | undefined =>
  typeof target === 'string' || target.isUnion ? undefined : target.types[0]

/** Several target types become a union with the name `unionName`. */
function getLinkOutputType(target: LinkFieldTarget, { asset }: SchemaParts, unionName: string) {
  if (target === 'asset') return asset
  if (target === 'any') return EntryInterface
  return (
    getSingleType(target)?.type ??
    new GraphQLUnionType({
      name: unionName,
      types: target.types.map(({ type }) => type),
      resolveType: ({ item }: EntryNode) => getGraphqlTypeName(item.contentType),
    })
  )
}

function createListFilter(target: LinkFieldTarget, name: string) {
  if (target === 'asset' || target === 'any') return undefined
  return (
    getSingleType(target)?.filter ??
    createFilter(`${name}Filter`, () => getSharedCriteria(target.types.map(({ filter }) => filter)))
  )
}
