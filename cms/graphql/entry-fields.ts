import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql'
import type { EntryNode, QueryContext } from './content-nodes.ts'
import { type ContentTypeDefinition, type FieldDefinition, getLinkType } from './content-type-definition.ts'
import { localeArguments } from './field-arguments.ts'
import { createLinkField, createLinkListField } from './link-fields.ts'
import { createRichTextField } from './rich-text-field.ts'
import { DateTime, JSONValue } from './scalars.ts'
import { UnsupportedFieldError } from './schema-error.ts'
import { getFieldName } from './schema-names.ts'
import type { SchemaParts } from './schema-parts.ts'
import { LocationType } from './shared-types.ts'

/** Every content field is nullable, required ones too (docs/contentful.md, Types). */
const VALUES: Readonly<Record<string, GraphQLOutputType>> = {
  Symbol: GraphQLString,
  Text: GraphQLString,
  Integer: GraphQLInt,
  Number: GraphQLFloat,
  Boolean: GraphQLBoolean,
  Date: DateTime,
  Object: JSONValue,
  Location: LocationType,
}

export type EntryFieldConfig = GraphQLFieldConfig<EntryNode, QueryContext>

/** The GraphQL name of a content field: an array of links is a collection. */
export const getOutputFieldName = (field: FieldDefinition): string =>
  isLinkListField(field) ? `${getFieldName(field.id)}Collection` : getFieldName(field.id)

export const isLinkListField = (field: FieldDefinition) => field.type === 'Array' && getLinkType(field) !== undefined

/** One content field in GraphQL. Throws, with its name, where it is not known here. */
export function createEntryField(
  contentType: ContentTypeDefinition,
  field: FieldDefinition,
  parts: SchemaParts,
): EntryFieldConfig {
  const value = VALUES[field.type]
  if (value) return valueField(field, value)
  if (field.type === 'RichText') return createRichTextField(contentType, field, parts)
  if (field.type === 'Link') return createLinkField(contentType, field, parts)
  if (field.type === 'Array' && field.items?.type === 'Symbol') return valueField(field, new GraphQLList(GraphQLString))
  if (isLinkListField(field)) return createLinkListField(contentType, field, parts)
  const what = field.type === 'Array' ? `arrays of ${field.items?.type ?? 'nothing'}` : `the type ${field.type}`
  throw new UnsupportedFieldError(contentType.id, field.id, what)
}

const valueField = ({ id }: FieldDefinition, type: GraphQLOutputType): EntryFieldConfig => ({
  type,
  args: localeArguments,
  resolve: ({ item }) => item.fields[id] ?? null,
})
