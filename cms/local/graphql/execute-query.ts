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
import type { ContentTypeDefinition } from '#local/engine/content-type-definition.ts'
import type { ContentSource, QueryContext } from './content-source.ts'
import { createGraphqlSchema } from './create-graphql-schema.ts'
import {
  ContentfulGraphqlError,
  type GraphqlErrorCode,
  type GraphqlResponseError,
  toResponseError,
} from './graphql-errors.ts'
import { getFragments, inspectQuery, type QueryTraversal } from './query-cost.ts'

/** Maximum cost of a query (docs/contentful.md, Complexity). */
const MAX_COST = 11_000
/** Maximum size of a query in bytes (docs/contentful.md, Limits). */
const MAX_QUERY_BYTES = 8_192

export interface QueryRequest {
  /** The schema is cached by the identity of this array. */
  readonly contentTypes: readonly ContentTypeDefinition[]
  readonly source: ContentSource
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string
  /** Whether the query may read drafts (`preview: true`). */
  readonly preview?: boolean
  readonly requestId?: string
}

/** A response of the GraphQL API: body, cost header and HTTP status. */
export interface QueryResponse {
  readonly status: 200 | 400 | 401
  readonly cost: number
  /** Absent if the query was not executed. */
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly GraphqlResponseError[]
}

/** Executes a query as Contentful does, without a server. GraphQL errors are part of the response. */
export function executeQuery(request: QueryRequest): QueryResponse {
  const requestId = request.requestId ?? randomUUID()
  try {
    return executeRequest(request, requestId)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return createErrorResponse([error], requestId)
  }
}

function executeRequest({ contentTypes, source, preview, ...request }: QueryRequest, requestId: string): QueryResponse {
  const size = Buffer.byteLength(request.query)
  if (size > MAX_QUERY_BYTES) {
    const limitText = `The maximum allowed size for a query is ${MAX_QUERY_BYTES} bytes`
    throw new ContentfulGraphqlError('QUERY_TOO_BIG', `Query cannot be executed. ${limitText} but it was ${size} bytes`)
  }
  const compiledSchema = getCompiledSchema(contentTypes)
  const validated = validateQuery(compiledSchema, request.query)
  if ('errors' in validated) return createErrorResponse(validated.errors, requestId)
  const operation = getOperation(validated.document, request.operationName)
  const { cost, requestsDrafts } = inspectOperation(
    { schema: compiledSchema.schema, fragments: getFragments(validated.document), locales: source.locales },
    operation,
    request.variables,
  )
  if (cost > MAX_COST) return createErrorResponse([createTooComplexError(cost)], requestId, cost)
  if (requestsDrafts && !preview) {
    return createErrorResponse(
      [new ContentfulGraphqlError('ACCESS_TOKEN_INVALID', 'Drafts (preview: true) need the preview token')],
      requestId,
    )
  }
  const { data, errors = [] } = executeSync({
    schema: compiledSchema.schema,
    document: validated.document,
    contextValue: { source } satisfies QueryContext,
    variableValues: request.variables,
    operationName: request.operationName,
  })
  return { status: 200, cost, data: data ?? null, ...toErrors(errors, requestId, 'INTERNAL_SERVER_ERROR') }
}

function getOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name)
  if (operation) return operation
  throw new ContentfulGraphqlError(
    'INVALID_QUERY',
    name ? `Unknown operation named "${name}".` : 'The query must name one operation.',
  )
}

function inspectOperation(
  traversal: Omit<QueryTraversal, 'variables'>,
  operation: OperationDefinitionNode,
  variableValues: Readonly<Record<string, unknown>> = {},
) {
  const { schema } = traversal
  const variables = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues)
  if (variables.errors) throw variables.errors[0]
  const root = schema.getRootType(operation.operation)
  if (!root) throw new ContentfulGraphqlError('INVALID_QUERY', `There is no ${operation.operation} here.`)
  return inspectQuery({ ...traversal, variables: variables.coerced }, root, [operation.selectionSet])
}

function createTooComplexError(cost: number): ContentfulGraphqlError {
  const message = `Query cannot be executed. The maximum allowed complexity for a query is ${MAX_COST} but it was ${cost}. Ask for fewer items (limit) or for fewer levels of links.`
  return new ContentfulGraphqlError('TOO_COMPLEX_QUERY', message, { maximumCost: MAX_COST, cost })
}

/** The response to a query that is not executed. It has no `data`. */
function createErrorResponse(errors: readonly GraphQLError[], requestId: string, cost = 0): QueryResponse {
  const hasInvalidToken = errors.some(
    (error) => error instanceof ContentfulGraphqlError && error.code === 'ACCESS_TOKEN_INVALID',
  )
  return { status: hasInvalidToken ? 401 : 400, cost, ...toErrors(errors, requestId, 'INVALID_QUERY') }
}

const toErrors = (errors: readonly GraphQLError[], requestId: string, fallback: GraphqlErrorCode) =>
  errors.length > 0 ? { errors: errors.map((error) => toResponseError(error, requestId, fallback)) } : {}

/** A schema with a cache of validated queries, because a site sends the same queries repeatedly. */
interface CompiledSchema {
  readonly schema: GraphQLSchema
  readonly validatedQueries: Map<string, ValidatedQuery>
}

type ValidatedQuery = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] }

const MAX_CACHED_QUERIES = 500
const compiledSchemas = new WeakMap<readonly ContentTypeDefinition[], CompiledSchema>()

/** Returns the cached schema of these content types. */
function getCompiledSchema(contentTypes: readonly ContentTypeDefinition[]): CompiledSchema {
  const cached = compiledSchemas.get(contentTypes)
  if (cached) return cached
  const compiledSchema = {
    schema: createGraphqlSchema(contentTypes, { unsupportedFields: 'omit' }),
    validatedQueries: new Map(),
  }
  compiledSchemas.set(contentTypes, compiledSchema)
  return compiledSchema
}

/** Parses and validates a query. Throws `GraphQLError` for a syntax error. */
function validateQuery({ schema, validatedQueries }: CompiledSchema, query: string): ValidatedQuery {
  const cached = validatedQueries.get(query)
  if (cached) return cached
  const document = parse(query)
  const errors = validate(schema, document)
  const result = errors.length > 0 ? { errors } : { document }
  if (validatedQueries.size >= MAX_CACHED_QUERIES) validatedQueries.clear()
  validatedQueries.set(query, result)
  return result
}
