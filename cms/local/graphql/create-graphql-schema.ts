import {
  DirectiveLocation,
  extendSchema,
  GraphQLDeprecatedDirective,
  GraphQLDirective,
  GraphQLIncludeDirective,
  GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLSpecifiedByDirective,
  GraphQLString,
  isNamedType,
  isObjectType,
  parse,
} from 'graphql'
import { ASSET_FIELDS } from './asset-type.ts'
import type { ContentTypeDefinition } from './content-type-definition.ts'
import {
  AssetFilter,
  AssetOrder,
  createEntryCriteria,
  createLinkCriteria,
  createMultiTypeFilters,
  EntryFilter,
  EntryOrder,
  getSortableFields,
} from './entry-filters.ts'
import { defineEntryTypes } from './entry-types.ts'
import type { ModelError, ModelPart } from './graphql-errors.ts'
import { createFilter } from './graphql-filter.ts'
import { createLinkedFromField, createLinkIndex, defineLinkingCollections } from './linked-from.ts'
import { findFieldErrors, findTypeCollisions } from './model-errors.ts'
import { COST_EXTENSION } from './query-cost.ts'
import { createRootFields } from './root-fields.ts'
import { getGraphqlTypeName, getNestedFilterName } from './schema-names.ts'
import type { EntryTypeParts, SchemaParts } from './schema-parts.ts'
import { createCollectionType, type OutputType, type SchemaType } from './schema-type.ts'
import { DateTime, SHARED_SCALARS, SHARED_TYPES } from './shared-types.ts'

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

/** A schema, and the parts of the content model that it does not contain. */
export interface CompiledGraphqlSchema {
  readonly schema: GraphQLSchema
  readonly modelErrors: readonly ModelError[]
}

/**
 * Creates the GraphQL schema that Contentful has for these content types (docs/contentful.md, Names, Root fields, Types).
 * Throws `CollidingNamesError` or `UnsupportedFieldError` if it cannot contain all of them.
 */
export function createGraphqlSchema(contentTypes: readonly ContentTypeDefinition[]): GraphQLSchema {
  const { schema, modelErrors } = compileGraphqlSchema(contentTypes)
  if (modelErrors[0]) throw modelErrors[0]
  return schema
}

/** Creates a schema like `createGraphqlSchema`. It leaves out content types and fields with errors. */
export function compileGraphqlSchema(contentTypes: readonly ContentTypeDefinition[]): CompiledGraphqlSchema {
  const fieldErrors = contentTypes.flatMap(findFieldErrors)
  const modelErrors: ModelError[] = [...fieldErrors]
  let remaining = omitParts(contentTypes, fieldErrors)
  let types = defineTypes(remaining)
  // A type that is left out changes those of fields that link to it, so that names can collide only then.
  for (let errors = findTypeCollisions(types); errors.length > 0; errors = findTypeCollisions(types)) {
    modelErrors.push(...errors)
    remaining = omitParts(remaining, errors)
    types = defineTypes(remaining)
  }
  return { schema: buildSchema(types), modelErrors }
}

function omitParts(contentTypes: readonly ContentTypeDefinition[], errors: readonly ModelError[]) {
  const omitted = errors.flatMap((error) => error.omitted)
  const isKept = (part: ModelPart) =>
    !omitted.some(({ contentType, field }) => contentType === part.contentType && field === part.field)
  return contentTypes
    .filter(({ id }) => isKept({ contentType: id }))
    .map((type) => ({ ...type, fields: type.fields.filter(({ id }) => isKept({ contentType: type.id, field: id })) }))
}

function defineTypes(contentTypes: readonly ContentTypeDefinition[]): readonly SchemaType[] {
  const types = new Map<string, EntryTypeParts>()
  const parts: SchemaParts = { types, findLinkingEntries: createLinkIndex(contentTypes) }
  const getMultiTypeFilter = createMultiTypeFilters(parts)
  for (const contentType of contentTypes) {
    const name = getGraphqlTypeName(contentType.id)
    const createOwnCriteria = () => createEntryCriteria(contentType)
    types.set(contentType.id, {
      contentType,
      name,
      filter: createFilter(`${name}Filter`, () => ({
        ...createLinkCriteria(contentType, parts, getMultiTypeFilter),
        ...createOwnCriteria(),
      })),
      nestedFilter: createFilter(getNestedFilterName(contentType.id), createOwnCriteria),
      sortableFields: getSortableFields(contentType),
    })
  }
  const assetLinks = 'AssetLinkingCollections'
  const assetFields = { ...ASSET_FIELDS, linkedFrom: createLinkedFromField(assetLinks) }
  return [
    { name: 'Query', definition: { head: 'type Query', fields: createRootFields([...types.values()]) } },
    { name: 'Asset', definition: { head: 'type Asset', fields: assetFields } },
    { name: 'AssetCollection', definition: createCollectionType('AssetCollection', 'Asset') },
    { name: 'EntryCollection', definition: createCollectionType('EntryCollection', 'Entry') },
    ...[AssetFilter.type, AssetOrder, EntryFilter.type, EntryOrder].map((type) => ({
      name: type.name,
      definition: type,
    })),
    ...defineLinkingCollections(assetLinks, parts),
    ...[...types.values()].flatMap((type) => defineEntryTypes(type, parts)),
  ]
}

/** Builds the output types from SDL. Filters and orders are types of graphql-js, because their values have functions. */
function buildSchema(types: readonly SchemaType[]): GraphQLSchema {
  const definitions = types.flatMap(({ definition }) => definition ?? [])
  const outputTypes = definitions.filter((definition) => 'head' in definition)
  const inputTypes = definitions.flatMap((definition) => (isNamedType(definition) ? definition : []))
  const sdl = ['schema { query: Query }', SHARED_TYPES, ...outputTypes.map(printOutputType)].join('\n')
  const base = new GraphQLSchema({ types: [DateTime, ...SHARED_SCALARS, ...inputTypes], assumeValid: true })
  const extended = extendSchema(base, parse(sdl, { noLocation: true }), { assumeValid: true, assumeValidSDL: true })
  for (const { name, definition } of types) {
    const type = extended.getType(name)
    if (!definition || !('head' in definition) || !isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const { resolve, cost } = definition.fields?.[field.name] ?? {}
      if (resolve) field.resolve = resolve
      field.extensions = { [COST_EXTENSION]: cost }
    }
  }
  // Only the types that a query can reach, in the order of their use.
  return new GraphQLSchema({ query: extended.getQueryType(), directives: DIRECTIVES })
}

const printOutputType = ({ head, fields }: OutputType) =>
  fields
    ? `${head} {\n${Object.entries(fields)
        .map(([name, { signature }]) => name + signature)
        .join('\n')}\n}`
    : head
