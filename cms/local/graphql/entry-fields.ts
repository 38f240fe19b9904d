import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql'
import {
  type ContentTypeDefinition,
  type FieldDefinition,
  largestSize,
  linkedContentTypes,
} from '#cms/local/content-type.ts'
import {
  type CollectionArguments,
  collectionArguments,
  type LinkArguments,
  linkArguments,
  localeArguments,
} from './arguments.ts'
import { Asset, AssetCollection } from './asset-type.ts'
import { collectionCost, linkCost } from './cost-mark.ts'
import { followField, followList, type LinkField } from './links.ts'
import { fieldName, linkCollectionName } from './names.ts'
import type { EntryNode, QueryContext } from './nodes.ts'
import { DateTime } from './scalars.ts'
import { UnsupportedFieldError } from './schema-error.ts'
import { collectionType } from './shared-types.ts'

/** Every content field is nullable, required ones too (contentful.md, Types). */
const SCALARS: Readonly<Record<string, GraphQLOutputType>> = {
  Symbol: GraphQLString,
  Text: GraphQLString,
  Integer: GraphQLInt,
  Number: GraphQLFloat,
  Boolean: GraphQLBoolean,
  Date: DateTime,
}

export type EntryField = GraphQLFieldConfig<EntryNode, QueryContext>
export type EntryTypes = ReadonlyMap<string, GraphQLObjectType<EntryNode, QueryContext>>

/** The GraphQL name of a content field: an array of links is a collection. */
export const outputName = (field: FieldDefinition): string =>
  isLinkList(field) ? `${fieldName(field.id)}Collection` : fieldName(field.id)

export const isLinkList = ({ type, items }: FieldDefinition) => type === 'Array' && items?.type === 'Link'

/** One content field in GraphQL. */
export function entryField(contentType: ContentTypeDefinition, field: FieldDefinition, types: EntryTypes): EntryField {
  const scalar = SCALARS[field.type]
  if (scalar) return valueField(field, scalar)
  if (field.type === 'Link') return linkField(contentType, field, types)
  if (field.type === 'Array' && field.items?.type === 'Symbol') return valueField(field, new GraphQLList(GraphQLString))
  if (isLinkList(field)) return listField(contentType, field, types)
  const what = field.type === 'Array' ? `arrays of ${field.items?.type ?? 'nothing'}` : `the type ${field.type}`
  throw new UnsupportedFieldError(contentType.id, field.id, what)
}

const valueField = ({ id }: FieldDefinition, type: GraphQLOutputType): EntryField => ({
  type,
  args: localeArguments,
  resolve: ({ item }) => item.fields[id] ?? null,
})

function linkField(contentType: ContentTypeDefinition, field: FieldDefinition, types: EntryTypes): EntryField {
  const { type, link } = targetOf(contentType, field, field.linkType, types)
  return {
    ...linkCost,
    type,
    args: linkArguments,
    resolve: (parent, args: LinkArguments, context) => followField(link, parent, args, context),
  }
}

function listField(contentType: ContentTypeDefinition, field: FieldDefinition, types: EntryTypes): EntryField {
  const { type, link } = targetOf(contentType, field, field.items?.linkType, types)
  const name = linkCollectionName(contentType.id, field.id)
  return {
    ...collectionCost(largestSize(field)),
    type: link.linkType === 'Asset' ? AssetCollection : collectionType(name, type),
    args: collectionArguments,
    resolve: (parent, args: CollectionArguments, context) => followList(link, parent, args, context),
  }
}

function targetOf(
  contentType: ContentTypeDefinition,
  field: FieldDefinition,
  linkType: string | undefined,
  types: EntryTypes,
): { readonly type: GraphQLObjectType; readonly link: LinkField } {
  const refuse = (what: string) => new UnsupportedFieldError(contentType.id, field.id, what)
  if (linkType === 'Asset') return { type: Asset, link: { id: field.id, linkType } }
  if (linkType !== 'Entry') throw refuse(`links to ${linkType ?? 'nothing'}`)
  const [target, ...others] = linkedContentTypes(field) ?? []
  if (target === undefined || others.length > 0) throw refuse('links to more than one content type')
  const type = types.get(target)
  if (!type) throw refuse(`the content type "${target}", which is not published`)
  return { type, link: { id: field.id, linkType, target } }
}
