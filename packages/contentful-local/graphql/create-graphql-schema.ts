import { extendSchema, GraphQLDirective, GraphQLSchema, parse, specifiedDirectives } from 'graphql'
import { compileContentType } from '#local/engine/compile-content-type.ts'
import { getDeliveryContentTypes } from '#local/engine/content-reader.ts'
import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import { createEntryTypes } from './entry-filters.ts'
import { defineEntryTypes } from './entry-types.ts'
import type { ModelError, ModelPart } from './graphql-errors.ts'
import { defineLinkingCollections } from './linked-from.ts'
import { findFieldErrors, findTypeCollisions } from './model-errors.ts'
import { SCALARS } from './scalars.ts'
import type { SchemaPart } from './schema-part.ts'
import { defineQueryType, sharedTypes } from './shared-types.ts'

/**
 * The directives of Contentful's API, as recorded in src/lib/__generated/graphql.schema.json of
 * contentful/template-marketing-webapp-nextjs. The installed graphql-js has more, which older versions of it cannot read:
 * `oneOf`, and `deprecated` on directives.
 */
const DIRECTIVES = specifiedDirectives
  .filter(({ name }) => name !== 'oneOf')
  .map((directive) => {
    const locations = directive.locations.filter((location) => location !== 'DIRECTIVE_DEFINITION')
    return new GraphQLDirective({ ...directive.toConfig(), locations })
  })

/** A schema, and the parts of the content model that it does not contain. */
export type CompiledGraphqlSchema = ReturnType<typeof compileGraphqlSchema>

/** Creates Contentful's GraphQL schema of content types (docs/contentful.md, Names, Root fields, Types). Throws `ModelError`. */
export function createGraphqlSchema(contentTypes: readonly ContentTypeDefinition[]): GraphQLSchema {
  const { schema, modelErrors } = compileGraphqlSchema(contentTypes)
  if (modelErrors[0]) throw modelErrors[0]
  return schema
}

/** Creates a schema like `createGraphqlSchema`. It leaves out content types and fields with errors. */
export function compileGraphqlSchema(contentTypes: readonly ContentTypeDefinition[]) {
  const delivered = getDeliveryContentTypes(contentTypes)
  const modelErrors = delivered.map(compileContentType).flatMap(findFieldErrors)
  // A type that is left out changes those of fields that link to it, so that names can collide only then.
  for (;;) {
    const entryTypes = createEntryTypes(omitParts(delivered, modelErrors).map(compileContentType))
    const types = [...entryTypes.values()]
    const definitions: readonly SchemaPart[] = [
      sharedTypes,
      defineQueryType(types),
      ...defineLinkingCollections('Asset', entryTypes),
      ...types.flatMap((type) => defineEntryTypes(type, entryTypes)),
    ]
    const collisions = findTypeCollisions(definitions)
    if (collisions.length === 0) {
      /** Costs and resolvers by type and field, for example `Photo.title`. */
      const behaviors = new Map(definitions.flatMap(({ fields = {} }) => Object.entries(fields)))
      return { schema: buildSchema(definitions), behaviors, modelErrors }
    }
    modelErrors.push(...collisions)
  }
}

function omitParts(contentTypes: readonly ContentTypeDefinition[], errors: readonly ModelError[]) {
  const omitted = errors.flatMap((error) => error.omitted)
  const isKept = (part: ModelPart) =>
    !omitted.some(({ contentType, field }) => contentType === part.contentType && field === part.field)
  return contentTypes
    .filter(({ id }) => isKept({ contentType: id }))
    .map((type) => ({ ...type, fields: type.fields.filter(({ id }) => isKept({ contentType: type.id, field: id })) }))
}

/** Adds the output types to the inputs of graphql-js. */
function buildSchema(definitions: readonly SchemaPart[]): GraphQLSchema {
  const inputTypes = definitions.flatMap((definition) => definition.inputTypes ?? [])
  const base = new GraphQLSchema({ types: [...SCALARS, ...inputTypes], assumeValid: true })
  const sdl = ['schema { query: Query }', ...definitions.map((definition) => definition.sdl ?? '')].join('\n')
  const extended = extendSchema(base, parse(sdl, { noLocation: true }), { assumeValid: true, assumeValidSDL: true })
  // Only the types that a query can reach, in the order of their use.
  return new GraphQLSchema({ query: extended.getQueryType(), directives: DIRECTIVES })
}
