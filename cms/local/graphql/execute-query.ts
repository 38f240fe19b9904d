import { randomUUID } from 'node:crypto'
import {
  type DocumentNode,
  defaultFieldResolver,
  executeSync,
  GraphQLError,
  type GraphQLTypeResolver,
  getOperationAST,
  getVariableValues,
  parse,
  validate,
} from 'graphql'
import type { ContentTypeDefinition } from '#local/engine/content-type-definition.ts'
import { memoizeByObject } from '#local/memoize-by-object.ts'
import type { ContentNode, ContentSource, ResolverParent } from './content-source.ts'
import { type CompiledGraphqlSchema, compileGraphqlSchema } from './create-graphql-schema.ts'
import {
  ContentfulGraphqlError,
  type GraphqlErrorCode,
  type GraphqlResponseError,
  getErrorStatus,
  toResponseError,
} from './graphql-errors.ts'
import { findCause } from './model-errors.ts'
import { inspectQuery } from './query-cost.ts'
import { getGraphqlTypeName } from './schema-names.ts'

/** Maximum cost of a query (docs/contentful.md, Complexity). */
const MAX_COST = 11_000
/** Maximum size of a query in bytes (docs/contentful.md, Limits). */
const MAX_QUERY_BYTES = 8_192

export interface QueryRequest {
  /** The schema is cached by the identity of this array. */
  readonly contentTypes: readonly ContentTypeDefinition[]
  readonly source: ContentSource
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly operationName?: string | null | undefined
  /** Whether the query may read drafts (`preview: true`). */
  readonly preview?: boolean
  readonly requestId?: string
}

/** A response of the GraphQL API: body, cost header and HTTP status. */
export interface QueryResponse {
  readonly status: number
  readonly cost: number
  /** Absent if the query was not executed. */
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly GraphqlResponseError[]
}

const getCompiledSchema = memoizeByObject(compileGraphqlSchema)

/** Executes a query as Contentful does, without a server. GraphQL errors are part of the response. */
export function executeQuery({ requestId = randomUUID(), ...request }: QueryRequest): QueryResponse {
  try {
    return executeRequest(request, requestId)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return createErrorResponse([error], requestId)
  }
}

function executeRequest(
  { contentTypes, source, query, variables, operationName, preview }: QueryRequest,
  requestId: string,
): QueryResponse {
  const size = Buffer.byteLength(query)
  if (size > MAX_QUERY_BYTES) {
    const limitText = `The maximum allowed size for a query is ${MAX_QUERY_BYTES} bytes`
    throw new ContentfulGraphqlError('QUERY_TOO_BIG', `Query cannot be executed. ${limitText} but it was ${size} bytes`)
  }
  const compiledSchema = getCompiledSchema(contentTypes)
  const { schema, behaviors } = compiledSchema
  const document = parse(query)
  const validationErrors = validateQuery(compiledSchema, document)
  if (validationErrors.length > 0) return createErrorResponse(validationErrors, requestId)
  const operation = getOperationAST(document, operationName)
  if (!operation) {
    const message = operationName ? `Unknown operation named "${operationName}".` : 'The query must name one operation.'
    throw new ContentfulGraphqlError('INVALID_QUERY', message)
  }
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {})
  if (values.errors) throw values.errors[0]
  const { cost, requestsDrafts } = inspectQuery(compiledSchema, document, operation, values.coerced)
  if (cost > MAX_COST) {
    const message = `Query cannot be executed. The maximum allowed complexity for a query is ${MAX_COST} but it was ${cost}. Ask for fewer items (limit) or for fewer levels of links.`
    const error = new ContentfulGraphqlError('TOO_COMPLEX_QUERY', message, { maximumCost: MAX_COST, cost })
    return createErrorResponse([error], requestId, cost)
  }
  if (requestsDrafts && !preview)
    throw new ContentfulGraphqlError('ACCESS_TOKEN_INVALID', 'Drafts (preview: true) need the preview token')
  const view = { source, preview: false, locale: source.locales[0] ?? '', useFallback: true }
  const { data = null, errors = [] } = executeSync({
    schema,
    document,
    rootValue: { view } satisfies ResolverParent,
    variableValues: variables,
    operationName,
    typeResolver: createTypeResolver(compiledSchema),
    fieldResolver: (parent, args, context, info) => {
      const behavior = behaviors.get(`${info.parentType.name}.${info.fieldName}`)
      return behavior?.resolve ? behavior.resolve(parent, args) : defaultFieldResolver(parent, args, context, info)
    },
  })
  return { status: 200, cost, data, ...toErrors(errors, requestId, 'INTERNAL_SERVER_ERROR') }
}

/** Returns the name of the type of an entry. Throws if the schema leaves it out, which affects only this entry. */
const createTypeResolver =
  ({ modelErrors }: CompiledGraphqlSchema): GraphQLTypeResolver<ContentNode, unknown> =>
  ({ item: { contentType } }) => {
    const error = modelErrors.find(({ omitted }) =>
      omitted.some((part) => part.contentType === contentType && part.field === undefined),
    )
    if (error) throw error
    return getGraphqlTypeName(contentType ?? '')
  }

/** The response to a query that is not executed. It has no `data`. */
const createErrorResponse = (errors: readonly GraphQLError[], requestId: string, cost = 0): QueryResponse => ({
  status: getErrorStatus(errors[0]),
  cost,
  ...toErrors(errors, requestId, 'INVALID_QUERY'),
})

const toErrors = (errors: readonly GraphQLError[], requestId: string, fallback: GraphqlErrorCode) =>
  errors.length > 0 ? { errors: errors.map((error) => toResponseError(error, requestId, fallback)) } : {}

/**
 * Finds the errors of a query. Contentful refuses every query while content types have colliding names; here only a query
 * for them is refused, with the same error.
 */
function validateQuery({ schema, modelErrors }: CompiledGraphqlSchema, document: DocumentNode) {
  const errors = validate(schema, document)
  const causes = new Set(errors.flatMap((error) => findCause(error, modelErrors) ?? []))
  return causes.size > 0 ? [...causes] : errors
}
