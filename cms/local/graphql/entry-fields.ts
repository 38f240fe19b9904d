import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql'
import { type ContentTypeDefinition, type FieldDefinition, linkTypeOf } from '#cms/local/content-type.ts'
import { localeArguments } from './arguments.ts'
import { linkField, linkListField } from './link-fields.ts'
import { fieldName } from './names.ts'
import type { EntryNode, QueryContext } from './nodes.ts'
import type { Parts } from './parts.ts'
import { richTextField } from './rich-text.ts'
import { DateTime, JSONValue } from './scalars.ts'
import { UnsupportedFieldError } from './schema-error.ts'
import { Location } from './shared-types.ts'

/** Every content field is nullable, required ones too (contentful.md, Types). */
const VALUES: Readonly<Record<string, GraphQLOutputType>> = {
  Symbol: GraphQLString,
  Text: GraphQLString,
  Integer: GraphQLInt,
  Number: GraphQLFloat,
  Boolean: GraphQLBoolean,
  Date: DateTime,
  Object: JSONValue,
  Location,
}

export type EntryField = GraphQLFieldConfig<EntryNode, QueryContext>

/** The GraphQL name of a content field: an array of links is a collection. */
export const outputName = (field: FieldDefinition): string =>
  isLinkList(field) ? `${fieldName(field.id)}Collection` : fieldName(field.id)

export const isLinkList = (field: FieldDefinition) => field.type === 'Array' && linkTypeOf(field) !== undefined

/** One content field in GraphQL. Throws, with its name, where it is not known here. */
export function entryField(contentType: ContentTypeDefinition, field: FieldDefinition, parts: Parts): EntryField {
  const value = VALUES[field.type]
  if (value) return valueField(field, value)
  if (field.type === 'RichText') return richTextField(contentType, field, parts)
  if (field.type === 'Link') return linkField(contentType, field, parts)
  if (field.type === 'Array' && field.items?.type === 'Symbol') return valueField(field, new GraphQLList(GraphQLString))
  if (isLinkList(field)) return linkListField(contentType, field, parts)
  const what = field.type === 'Array' ? `arrays of ${field.items?.type ?? 'nothing'}` : `the type ${field.type}`
  throw new UnsupportedFieldError(contentType.id, field.id, what)
}

const valueField = ({ id }: FieldDefinition, type: GraphQLOutputType): EntryField => ({
  type,
  args: localeArguments,
  resolve: ({ item }) => item.fields[id] ?? null,
})
