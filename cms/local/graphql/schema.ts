import { GraphQLID, GraphQLNonNull, GraphQLObjectType, GraphQLSchema } from 'graphql'
import { type ContentTypeDefinition, shownFields } from '#cms/local/content-type.ts'
import { assetType } from './asset-type.ts'
import { entryField, outputName } from './entry-fields.ts'
import { linkCriteria, type MultiTypeFilters, multiTypeFilters, ownCriteria, sortableOf } from './entry-filters.ts'
import { filterOf } from './filter.ts'
import { linkIndex } from './link-index.ts'
import { linkedFromField } from './linked-from.ts'
import { assertDistinct, type Naming, nestedFilterName, typeName } from './names.ts'
import type { EntryNode, QueryContext } from './nodes.ts'
import type { EntryParts, Parts } from './parts.ts'
import { rootFields } from './root-fields.ts'
import { collectionType, commonFields, EntryInterface, NodeInterface } from './shared-types.ts'
import { typeNamings } from './type-names.ts'

/** The GraphQL schema that Contentful would make of these content types (contentful.md, Names, Root fields, Types). */
export function graphqlSchema(contentTypes: readonly ContentTypeDefinition[]): GraphQLSchema {
  assertDistinct('TYPE', 'The content types', contentTypes.flatMap(typeNamings))
  const types = new Map<string, EntryParts>()
  const asset = assetType(() => linkedFromField('Asset', undefined, parts))
  const assetCollection = collectionType('AssetCollection', asset)
  const parts: Parts = { types, asset, assetCollection, linking: linkIndex(contentTypes) }
  const multiType = multiTypeFilters(parts)
  for (const contentType of contentTypes) types.set(contentType.id, entryParts(contentType, parts, multiType))
  return new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: rootFields(parts) }) })
}

function entryParts(contentType: ContentTypeDefinition, parts: Parts, multiType: MultiTypeFilters): EntryParts {
  const { id } = contentType
  const type = entryType(contentType, parts)
  const own = () => ownCriteria(contentType)
  return {
    contentType,
    type,
    collection: collectionType(`${type.name}Collection`, type),
    filter: filterOf(`${type.name}Filter`, () => ({ ...linkCriteria(contentType, parts, multiType), ...own() })),
    nestedFilter: filterOf(nestedFilterName(id), own),
    sortable: sortableOf(contentType),
  }
}

/** What every entry has beside its own fields. */
const OWN_NAMES: readonly Naming[] = ['sys', '_id', 'contentfulMetadata', 'linkedFrom'].map((name) => [name, name])

function entryType(contentType: ContentTypeDefinition, parts: Parts): GraphQLObjectType<EntryNode, QueryContext> {
  const fields = shownFields(contentType)
  const namings = fields.map((field): Naming => [field.id, outputName(field)])
  assertDistinct('FIELD', `The fields of "${contentType.id}"`, [...OWN_NAMES, ...namings])
  const name = typeName(contentType.id)
  return new GraphQLObjectType<EntryNode, QueryContext>({
    name,
    description: contentType.description || undefined,
    interfaces: [EntryInterface, NodeInterface],
    fields: () => ({
      _id: { type: new GraphQLNonNull(GraphQLID), resolve: ({ item }) => item.id },
      ...commonFields,
      ...Object.fromEntries(fields.map((field) => [outputName(field), entryField(contentType, field, parts)])),
      linkedFrom: linkedFromField(name, contentType.id, parts),
    }),
  })
}
