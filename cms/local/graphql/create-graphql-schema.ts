import {
  DirectiveLocation,
  GraphQLDeprecatedDirective,
  GraphQLDirective,
  GraphQLID,
  GraphQLIncludeDirective,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLSpecifiedByDirective,
  GraphQLString,
} from 'graphql'
import { type CompiledContentType, compileContentType } from '#local/engine/compile-content-type.ts'
import type { ContentTypeDefinition } from '#local/engine/content-type-definition.ts'
import {
  createEntryCriteria,
  createLinkCriteria,
  createMultiTypeFilters,
  type GetMultiTypeFilter,
  getSortableFields,
} from '#local/engine/entry-filters.ts'
import { findUnsupportedType } from '#local/engine/field-values.ts'
import { createFilter } from '#local/engine/graphql-filter.ts'
import { createAssetType } from './asset-type.ts'
import type { EntryNode, QueryContext } from './content-source.ts'
import { createEntryField, getOutputFieldName } from './entry-fields.ts'
import { createLinkedFromField, createLinkIndex } from './linked-from.ts'
import { createRootFields } from './root-fields.ts'
import {
  assertUniqueNames,
  getGraphqlTypeName,
  getNestedFilterName,
  getTypeNameMappings,
  type NameMapping,
} from './schema-names.ts'
import type { EntryTypeParts, SchemaParts } from './schema-parts.ts'
import { commonFields, createCollectionType, EntryInterface, NodeInterface } from './shared-types.ts'

/**
 * The directives of Contentful's API. Without the list, introspection has those of the installed graphql-js, which older
 * versions of it cannot read: `oneOf`, and `deprecated` on directives (docs/contentful.md, GraphQL).
 */
const DIRECTIVES = [
  GraphQLSkipDirective,
  GraphQLIncludeDirective,
  new GraphQLDirective({
    name: 'deprecated',
    description: GraphQLDeprecatedDirective.description,
    locations: [
      DirectiveLocation.FIELD_DEFINITION,
      DirectiveLocation.ARGUMENT_DEFINITION,
      DirectiveLocation.INPUT_FIELD_DEFINITION,
      DirectiveLocation.ENUM_VALUE,
    ],
    args: { reason: { type: GraphQLString, defaultValue: 'No longer supported' } },
  }),
  GraphQLSpecifiedByDirective,
]

interface SchemaOptions {
  /** What happens to a field that GraphQL cannot represent here. Default: `error`. */
  readonly unsupportedFields?: 'error' | 'omit'
}

/**
 * Creates the GraphQL schema that Contentful has for these content types (docs/contentful.md, Names, Root fields, Types).
 * Throws `CollidingNamesError` and `UnsupportedFieldError`.
 */
export function createGraphqlSchema(
  allTypes: readonly ContentTypeDefinition[],
  { unsupportedFields = 'error' }: SchemaOptions = {},
): GraphQLSchema {
  const supportedTypes = unsupportedFields === 'error' ? allTypes : allTypes.map(omitUnsupportedFields)
  const contentTypes = supportedTypes.map(compileContentType)
  assertUniqueNames('TYPE', 'The content types', contentTypes.flatMap(getTypeNameMappings))
  const types = new Map<string, EntryTypeParts>()
  const asset = createAssetType(() => createLinkedFromField('Asset', undefined, parts))
  const assetCollection = createCollectionType('AssetCollection', asset)
  const parts: SchemaParts = { types, asset, assetCollection, findLinkingEntries: createLinkIndex(contentTypes) }
  const getMultiTypeFilter = createMultiTypeFilters(parts)
  for (const contentType of contentTypes)
    types.set(contentType.id, createEntryTypeParts(contentType, parts, getMultiTypeFilter))
  const query = new GraphQLObjectType({ name: 'Query', fields: createRootFields(parts) })
  return new GraphQLSchema({ query, directives: DIRECTIVES })
}

const omitUnsupportedFields = (contentType: ContentTypeDefinition): ContentTypeDefinition => ({
  ...contentType,
  fields: contentType.fields.filter((field) => findUnsupportedType(field) === undefined),
})

function createEntryTypeParts(
  contentType: CompiledContentType,
  parts: SchemaParts,
  getMultiTypeFilter: GetMultiTypeFilter,
): EntryTypeParts {
  const { id } = contentType
  const type = createEntryType(contentType, parts)
  const createOwnCriteria = () => createEntryCriteria(contentType)
  return {
    contentType,
    type,
    collection: createCollectionType(`${type.name}Collection`, type),
    filter: createFilter(`${type.name}Filter`, () => ({
      ...createLinkCriteria(contentType, parts, getMultiTypeFilter),
      ...createOwnCriteria(),
    })),
    nestedFilter: createFilter(getNestedFilterName(id), createOwnCriteria),
    sortableFields: getSortableFields(contentType),
  }
}

/** Names of the GraphQL fields that every entry type has. */
const COMMON_FIELD_NAMES: readonly NameMapping[] = ['sys', '_id', 'contentfulMetadata', 'linkedFrom'].map((name) => [
  name,
  name,
])

function createEntryType(
  contentType: CompiledContentType,
  parts: SchemaParts,
): GraphQLObjectType<EntryNode, QueryContext> {
  const fields = contentType.deliveredFields
  const fieldNames = fields.map((field): NameMapping => [field.id, getOutputFieldName(field)])
  assertUniqueNames('FIELD', `The fields of "${contentType.id}"`, [...COMMON_FIELD_NAMES, ...fieldNames])
  const name = getGraphqlTypeName(contentType.id)
  return new GraphQLObjectType<EntryNode, QueryContext>({
    name,
    description: contentType.description || undefined,
    interfaces: [EntryInterface, NodeInterface],
    fields: () => ({
      _id: { type: new GraphQLNonNull(GraphQLID), resolve: ({ item }) => item.id },
      ...commonFields,
      ...Object.fromEntries(
        fields.map((field) => [getOutputFieldName(field), createEntryField(contentType, field, parts)]),
      ),
      linkedFrom: createLinkedFromField(name, contentType.id, parts),
    }),
  })
}
