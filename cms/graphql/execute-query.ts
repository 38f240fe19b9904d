import { randomUUID } from 'node:crypto'
import {
  type DocumentNode,
  executeSync,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import type { ContentSource, QueryContext } from './content-source.ts'
import type { ContentTypeDefinition } from './content-type-definition.ts'
import { createGraphqlSchema } from './create-graphql-schema.ts'
import {
  ContentfulGraphqlError,
  type GraphqlErrorCode,
  type GraphqlResponseError,
  toResponseError,
} from './graphql-errors.ts'
import { getFragments, inspectQuery, type QueryTraversal } from './query-cost.ts'

/** Above this Contentful refuses a query (docs/contentful.md, Complexity). */
const MAX_COST = 11_000
/** bytes (docs/contentful.md, Limits) */
const MAX_QUERY_SIZE = 8_192

export interface QueryRequest {
  /** Pass the same array again and its schema is made once only. */
  readonly contentTypes: readonly ContentTypeDefinition[]
  readonly source: ContentSource
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string
  /** Whether the query may ask for drafts (`preview: true`). */
  readonly preview?: boolean
  readonly requestId?: string
}

/** An answer of the GraphQL API: body, cost header and HTTP status. */
export interface QueryResponse {
  readonly status: 200 | 400 | 401
  readonly cost: number
  /** Absent where the query was not executed. */
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly GraphqlResponseError[]
}

/** Answers a query as Contentful does, from any source, with no server. */
export function executeQuery(request: QueryRequest): QueryResponse {
  const requestId = request.requestId ?? randomUUID()
  try {
    return answer(request, requestId)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return refusal([error], requestId)
  }
}

function answer({ contentTypes, source, preview, ...request }: QueryRequest, requestId: string): QueryResponse {
  const size = Buffer.byteLength(request.query)
  if (size > MAX_QUERY_SIZE) {
    const largest = `The maximum allowed size for a query is ${MAX_QUERY_SIZE} bytes`
    throw new ContentfulGraphqlError('QUERY_TOO_BIG', `Query cannot be executed. ${largest} but it was ${size} bytes`)
  }
  const compiled = getCompiledSchema(contentTypes)
  const checked = validateQuery(compiled, request.query)
  if ('errors' in checked) return refusal(checked.errors, requestId)
  const operation = operationOf(checked.document, request.operationName)
  const { cost, asksForDrafts } = inspectOperation(
    { schema: compiled.schema, fragments: getFragments(checked.document), locales: source.locales },
    operation,
    request.variables,
  )
  if (cost > MAX_COST) return refusal([tooComplex(cost)], requestId, cost)
  if (asksForDrafts && !preview) {
    return refusal(
      [new ContentfulGraphqlError('ACCESS_TOKEN_INVALID', 'Drafts (preview: true) need the preview token')],
      requestId,
    )
  }
  const { data, errors = [] } = executeSync({
    schema: compiled.schema,
    document: checked.document,
    contextValue: { source } satisfies QueryContext,
    variableValues: request.variables,
    operationName: request.operationName,
  })
  return { status: 200, cost, data: data ?? null, ...answeredErrors(errors, requestId, 'INTERNAL_SERVER_ERROR') }
}

function operationOf(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name)
  if (operation) return operation
  throw new ContentfulGraphqlError(
    'INVALID_QUERY',
    name ? `Unknown operation named "${name}".` : 'The query must name one operation.',
  )
}

function inspectOperation(
  walk: Omit<QueryTraversal, 'variables'>,
  operation: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>> = {},
) {
  const { schema } = walk
  const variables = getVariableValues(schema, operation.variableDefinitions ?? [], given)
  if (variables.errors) throw variables.errors[0]
  const root = schema.getRootType(operation.operation)
  if (!root) throw new ContentfulGraphqlError('INVALID_QUERY', `There is no ${operation.operation} here.`)
  return inspectQuery({ ...walk, variables: variables.coerced }, root, [operation.selectionSet])
}

function tooComplex(cost: number): ContentfulGraphqlError {
  const message = `Query cannot be executed. The maximum allowed complexity for a query is ${MAX_COST} but it was ${cost}. Ask for fewer items (limit) or for fewer levels of links.`
  return new ContentfulGraphqlError('TOO_COMPLEX_QUERY', message, { maximumCost: MAX_COST, cost })
}

/** A query that was not executed: no `data` at all. */
function refusal(errors: readonly GraphQLError[], requestId: string, cost = 0): QueryResponse {
  const badToken = errors.some(
    (error) => error instanceof ContentfulGraphqlError && error.code === 'ACCESS_TOKEN_INVALID',
  )
  return { status: badToken ? 401 : 400, cost, ...answeredErrors(errors, requestId, 'INVALID_QUERY') }
}

const answeredErrors = (errors: readonly GraphQLError[], requestId: string, fallback: GraphqlErrorCode) =>
  errors.length > 0 ? { errors: errors.map((error) => toResponseError(error, requestId, fallback)) } : {}

/** A schema with the queries that were already checked against it: a site asks the same ones again and again. */
interface CompiledSchema {
  readonly schema: GraphQLSchema
  readonly validatedQueries: Map<string, ValidatedQuery>
}

type ValidatedQuery = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] }

const MOST_QUERIES = 500
const compiled = new WeakMap<readonly ContentTypeDefinition[], CompiledSchema>()

/** The schema of these content types; made once for each array of them. */
function getCompiledSchema(contentTypes: readonly ContentTypeDefinition[]): CompiledSchema {
  const known = compiled.get(contentTypes)
  if (known) return known
  const made = { schema: createGraphqlSchema(contentTypes), validatedQueries: new Map() }
  compiled.set(contentTypes, made)
  return made
}

/** Parses and validates. Throws where the text is no GraphQL at all. */
function validateQuery({ schema, validatedQueries }: CompiledSchema, query: string): ValidatedQuery {
  const known = validatedQueries.get(query)
  if (known) return known
  const document = parse(query)
  const errors = validate(schema, document)
  const result = errors.length > 0 ? { errors } : { document }
  if (validatedQueries.size >= MOST_QUERIES) validatedQueries.clear()
  validatedQueries.set(query, result)
  return result
}
