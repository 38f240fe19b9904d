import { type DocumentNode, type GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import type { ContentTypeDefinition } from './content-type-definition.ts'
import { createGraphqlSchema } from './create-graphql-schema.ts'

/** A schema with the queries that were already checked against it: a site asks the same ones again and again. */
export interface CompiledSchema {
  readonly schema: GraphQLSchema
  readonly validatedQueries: Map<string, ValidatedQuery>
}

export type ValidatedQuery = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] }

const MOST_QUERIES = 500
const compiled = new WeakMap<readonly ContentTypeDefinition[], CompiledSchema>()

/** The schema of these content types; made once for each array of them. */
export function getCompiledSchema(contentTypes: readonly ContentTypeDefinition[]): CompiledSchema {
  const known = compiled.get(contentTypes)
  if (known) return known
  const made = { schema: createGraphqlSchema(contentTypes), checked: new Map() }
  compiled.set(contentTypes, made)
  return made
}

/** Parses and validates. Throws where the text is no GraphQL at all. */
export function validateQuery({ schema, validatedQueries }: CompiledSchema, query: string): ValidatedQuery {
  const known = validatedQueries.get(query)
  if (known) return known
  const document = parse(query)
  const errors = validate(schema, document)
  const result = errors.length > 0 ? { errors } : { document }
  if (validatedQueries.size >= MOST_QUERIES) validatedQueries.clear()
  validatedQueries.set(query, result)
  return result
}
