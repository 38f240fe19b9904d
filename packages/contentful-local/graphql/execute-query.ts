import { randomUUID } from 'node:crypto'
import {
  defaultFieldResolver,
  type ExecutionResult,
  executeSync,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  parse,
  validate,
} from 'graphql'
import { describeAlternative } from '#local/engine/alternatives.ts'
import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import { memoizeByObject } from '#local/shared/memoize-by-object.ts'
import type { ContentSource, ResolvedEntity, ResolverParent } from './content-source.ts'
import { compileGraphqlSchema } from './create-graphql-schema.ts'
import { ContentfulGraphqlError, getErrorStatus, type ModelPart, toResponseError } from './graphql-errors.ts'
import { countCriteria } from './graphql-filter.ts'
import { findCause } from './model-errors.ts'
import { createComplexityError, inspectQuery } from './query-cost.ts'
import { getGraphqlTypeName } from './schema-names.ts'

/** Maximum cost of a query (docs/contentful.md, Complexity). */
const MAX_COST = 11_000
/** Maximum size of a query in bytes (docs/contentful.md, Limits). */
const MAX_QUERY_BYTES = 8_192
/** Maximum number of values that a query returns and compares. More would keep other requests waiting. */
const MAX_VALUES = 250_000
/** Maximum number of criteria of filters in the variables. */
const MAX_CRITERIA = 500
/** Errors of one response. What has another error is only `null`. */
const MAX_ERRORS = 200

export interface QueryOptions {
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

const getCompiledSchema = memoizeByObject(compileGraphqlSchema)

/** Executes a query as Contentful does. Returns status, cost and body of the response; no `data` if it was not executed. */
export function executeQuery({ requestId = randomUUID(), ...request }: QueryOptions) {
  let result: ReturnType<typeof execute>
  try {
    result = execute(request)
  } catch (error) {
    const isTooDeep = error instanceof RangeError && /call stack/.test(error.message)
    const cause = isTooDeep ? createComplexityError('It has too many levels.') : error
    if (!(cause instanceof GraphQLError)) throw error
    result = { errors: [cause] }
  }
  const { cost = 0, data, errors = [] } = result
  const isExecuted = data !== undefined
  const fallback = isExecuted ? 'INTERNAL_SERVER_ERROR' : 'INVALID_QUERY'
  return {
    status: isExecuted ? 200 : getErrorStatus(errors[0]),
    cost,
    ...(isExecuted && { data }),
    ...(errors.length > 0 && { errors: errors.map((error) => toResponseError(error, requestId, fallback)) }),
  }
}

/** Throws `GraphQLError` for a query that cannot be executed. */
function execute(options: QueryOptions): ExecutionResult & { readonly cost?: number } {
  const { contentTypes, source, query, variables, operationName, preview } = options
  const size = Buffer.byteLength(query)
  if (size > MAX_QUERY_BYTES) {
    const limitText = `The maximum allowed size for a query is ${MAX_QUERY_BYTES} bytes`
    throw new ContentfulGraphqlError('QUERY_TOO_BIG', `Query cannot be executed. ${limitText} but it was ${size} bytes`)
  }
  const compiledSchema = getCompiledSchema(contentTypes)
  const { schema, behaviors, modelErrors } = compiledSchema
  const document = parse(query)
  const invalid = validate(schema, document)
  // Contentful refuses every query while content types have colliding names; here only a query for them is refused.
  const causes = new Set(invalid.flatMap((error) => findCause(error, modelErrors) ?? []))
  if (invalid.length > 0) return { errors: causes.size > 0 ? [...causes] : invalid.map(addAlternative) }
  const operation = getOperationAST(document, operationName)
  if (!operation) {
    const message = operationName ? `Unknown operation named "${operationName}".` : 'The query must name one operation.'
    throw new ContentfulGraphqlError('INVALID_QUERY', message)
  }
  const criteria = countCriteria(variables)
  if (criteria > MAX_CRITERIA)
    throw createComplexityError(`Its variables have ${criteria} criteria. The maximum is ${MAX_CRITERIA}.`)
  const parsed = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}, { maxErrors: 1 })
  if (parsed.errors) throw parsed.errors[0]
  const { cost, values: valueCount, requestsDrafts } = inspectQuery(compiledSchema, document, operation, parsed.coerced)
  if (cost > MAX_COST || valueCount > MAX_VALUES) {
    const reason =
      cost > MAX_COST
        ? `The maximum allowed complexity for a query is ${MAX_COST} but it was ${cost}. Ask for fewer items (limit) or for fewer levels of links.`
        : `It returns and compares up to ${valueCount} values. The maximum is ${MAX_VALUES}. Ask for fewer items (limit), fields or filters.`
    return { cost, errors: [createComplexityError(reason, { maximumCost: MAX_COST, cost })] }
  }
  if (requestsDrafts && !preview)
    throw new ContentfulGraphqlError('ACCESS_TOKEN_INVALID', 'Drafts (preview: true) need the preview token')
  let errorCount = 0
  const limitError = (result: unknown): unknown => {
    if (Array.isArray(result)) return result.map(limitError)
    if (result instanceof Error) errorCount += 1
    return result instanceof Error && errorCount > MAX_ERRORS ? null : result
  }
  const view = { source, preview: false, locale: source.locales[0] ?? '', useFallback: true }
  const result = executeSync({
    schema,
    document,
    rootValue: { view } satisfies ResolverParent,
    variableValues: variables,
    operationName,
    /** Throws if the schema leaves out the type of an entry, which affects only this entry. */
    typeResolver: ({ contentType }: ResolvedEntity) => {
      const isOmitted = (part: ModelPart) => part.contentType === contentType && part.field === undefined
      const error = modelErrors.find(({ omitted }) => omitted.some(isOmitted))
      if (error) throw error
      return getGraphqlTypeName(contentType ?? '')
    },
    fieldResolver: (parent, args, context, info) => {
      const { resolve = defaultFieldResolver } = behaviors.get(`${info.parentType.name}.${info.fieldName}`) ?? {}
      try {
        return limitError(resolve(parent, args, context, info))
      } catch (error) {
        return limitError(error)
      }
    },
  })
  return { cost, data: null, ...result }
}

/** Adds what to use instead to an error of the validation of a query, if it names something that Contentful has. */
function addAlternative(error: GraphQLError): GraphQLError {
  const alternative = describeAlternative(error.message).replace('.', '') // the message ends with one
  return alternative ? new GraphQLError(error.message + alternative, { nodes: error.nodes ?? null }) : error
}
