import { GraphQLID, GraphQLNonNull, GraphQLObjectType, GraphQLSchema } from 'graphql'
import { createAssetType } from './asset-type.ts'
import type { EntryNode, QueryContext } from './content-source.ts'
import { type ContentTypeDefinition, getDeliveredFields } from './content-type-definition.ts'
import { createEntryField, getOutputFieldName } from './entry-fields.ts'
import {
  createEntryCriteria,
  createLinkCriteria,
  createMultiTypeFilters,
  type GetMultiTypeFilter,
  getSortableFields,
} from './entry-filters.ts'
import { createFilter } from './graphql-filter.ts'
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

/** The GraphQL schema that Contentful would make of these content types (docs/contentful.md, Names, Root fields, Types). */
export function createGraphqlSchema(contentTypes: readonly ContentTypeDefinition[]): GraphQLSchema {
  assertUniqueNames('TYPE', 'The content types', contentTypes.flatMap(getTypeNameMappings))
  const types = new Map<string, EntryTypeParts>()
  const asset = createAssetType(() => createLinkedFromField('Asset', undefined, parts))
  const assetCollection = createCollectionType('AssetCollection', asset)
  const parts: SchemaParts = { types, asset, assetCollection, findLinkingEntries: createLinkIndex(contentTypes) }
  const multiType = createMultiTypeFilters(parts)
  for (const contentType of contentTypes) types.set(contentType.id, entryParts(contentType, parts, multiType))
  return new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: createRootFields(parts) }) })
}

function entryParts(
  contentType: ContentTypeDefinition,
  parts: SchemaParts,
  multiType: GetMultiTypeFilter,
): EntryTypeParts {
  const { id } = contentType
  const type = entryType(contentType, parts)
  const own = () => createEntryCriteria(contentType)
  return {
    contentType,
    type,
    collection: createCollectionType(`${type.name}Collection`, type),
    filter: createFilter(`${type.name}Filter`, () => ({
      ...createLinkCriteria(contentType, parts, multiType),
      ...own(),
    })),
    nestedFilter: createFilter(getNestedFilterName(id), own),
    sortableFields: getSortableFields(contentType),
  }
}

/** What every entry has beside its own fields. */
const OWN_NAMES: readonly NameMapping[] = ['sys', '_id', 'contentfulMetadata', 'linkedFrom'].map((name) => [name, name])

function entryType(contentType: ContentTypeDefinition, parts: SchemaParts): GraphQLObjectType<EntryNode, QueryContext> {
  const fields = getDeliveredFields(contentType)
  const namings = fields.map((field): NameMapping => [field.id, getOutputFieldName(field)])
  assertUniqueNames('FIELD', `The fields of "${contentType.id}"`, [...OWN_NAMES, ...namings])
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
