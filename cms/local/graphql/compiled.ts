import { type DocumentNode, type GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import type { ContentTypeDefinition } from '#cms/local/content-type.ts'
import { graphqlSchema } from './schema.ts'

/** A schema with the queries that were already checked against it: a site asks the same ones again and again. */
export interface CompiledSchema {
  readonly schema: GraphQLSchema
  readonly checked: Map<string, CheckedQuery>
}

export type CheckedQuery = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] }

const MOST_QUERIES = 500
const compiled = new WeakMap<readonly ContentTypeDefinition[], CompiledSchema>()

/** The schema of these content types; made once for each array of them. */
export function compiledSchema(contentTypes: readonly ContentTypeDefinition[]): CompiledSchema {
  const known = compiled.get(contentTypes)
  if (known) return known
  const made = { schema: graphqlSchema(contentTypes), checked: new Map() }
  compiled.set(contentTypes, made)
  return made
}

/** Parses and validates. Throws where the text is no GraphQL at all. */
export function checkedQuery({ schema, checked }: CompiledSchema, query: string): CheckedQuery {
  const known = checked.get(query)
  if (known) return known
  const document = parse(query)
  const errors = validate(schema, document)
  const result = errors.length > 0 ? { errors } : { document }
  if (checked.size >= MOST_QUERIES) checked.clear()
  checked.set(query, result)
  return result
}
