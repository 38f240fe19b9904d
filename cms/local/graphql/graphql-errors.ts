import { GraphQLError } from 'graphql'

/** Error codes of Contentful's GraphQL API that the local Contentful uses (docs/contentful.md, Errors). */
export type GraphqlErrorCode =
  | 'ACCESS_TOKEN_INVALID'
  | 'ACCESS_TOKEN_MISSING'
  | 'BAD_REQUEST'
  | 'COLLIDING_FIELD_NAMES'
  | 'COLLIDING_TYPE_NAMES'
  | 'INTERNAL_SERVER_ERROR'
  | 'INVALID_QUERY'
  | 'QUERY_TOO_BIG'
  | 'RATE_LIMIT_EXCEEDED'
  | 'RESPONSE_TOO_BIG'
  | 'TOO_COMPLEX_QUERY'
  | 'UNEXPECTED_LINKED_CONTENT_TYPE'
  | 'UNKNOWN_ENVIRONMENT'
  | 'UNKNOWN_LOCALE'
  | 'UNKNOWN_SPACE'
  | 'UNRESOLVABLE_LINK'
  | 'UNSUPPORTED_LOCALLY'

/** HTTP status of responses to requests that are not executed. Other codes: 400. */
const STATUS_CODES: Partial<Readonly<Record<GraphqlErrorCode, 401 | 404 | 422>>> = {
  ACCESS_TOKEN_INVALID: 401,
  ACCESS_TOKEN_MISSING: 401,
  COLLIDING_FIELD_NAMES: 422,
  COLLIDING_TYPE_NAMES: 422,
  UNKNOWN_ENVIRONMENT: 404,
  UNKNOWN_SPACE: 404,
}

export type GraphqlErrorStatus = 400 | 401 | 404 | 422

/** An item of `errors` in a response. */
export interface GraphqlResponseError {
  readonly message: string
  readonly extensions: {
    readonly contentful: { readonly code: GraphqlErrorCode; readonly requestId: string; readonly details?: unknown }
  }
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly path?: readonly (string | number)[]
}

/** An error with Contentful's code. Thrown by a resolver it affects one field; before the execution, the whole query. */
export class ContentfulGraphqlError extends GraphQLError {
  readonly code: GraphqlErrorCode
  readonly details: unknown

  constructor(code: GraphqlErrorCode, message: string, details?: unknown) {
    super(message)
    this.name = 'ContentfulError'
    this.code = code
    this.details = details
  }
}

/** Returns the status of a response to a request that is not executed. */
export const getErrorStatus = (error: GraphQLError): GraphqlErrorStatus =>
  (error instanceof ContentfulGraphqlError && STATUS_CODES[error.code]) || 400

/** Converts an error for the response. `fallback` is the code of errors of graphql-js. */
export function toResponseError(
  error: GraphQLError,
  requestId: string,
  fallback: GraphqlErrorCode,
): GraphqlResponseError {
  const cause = error instanceof ContentfulGraphqlError ? error : error.originalError
  const { code, details } = cause instanceof ContentfulGraphqlError ? cause : { code: fallback, details: undefined }
  return {
    message: error.message,
    extensions: { contentful: { code, requestId, ...(details === undefined ? {} : { details }) } },
    ...(error.locations ? { locations: error.locations } : {}),
    ...(error.path ? { path: error.path } : {}),
  }
}

/** Creates the body of a response with one error. */
export const createErrorBody = (code: GraphqlErrorCode, message: string, requestId: string) => ({
  errors: [{ message, extensions: { contentful: { code, requestId } } }] satisfies readonly GraphqlResponseError[],
})

/** A content type, or one of its fields. */
export interface ModelPart {
  readonly contentType: string
  readonly field?: string
}

/** A part of the content model that the schema cannot contain. It is left out, and queries for it get this error. */
export class ModelError extends ContentfulGraphqlError {
  readonly omitted: readonly ModelPart[]

  constructor(code: GraphqlErrorCode, message: string, omitted: readonly ModelPart[]) {
    super(code, message)
    this.omitted = omitted
  }
}

/** Content types or fields have the same GraphQL name. Contentful responds with 422, to queries for any content. */
export class CollidingNamesError extends ModelError {
  constructor(scope: 'TYPE' | 'FIELD', message: string, omitted: readonly ModelPart[]) {
    super(`COLLIDING_${scope}_NAMES`, message, omitted)
    this.name = 'CollidingNamesError'
  }
}

/** A field that Contentful supports and the local Contentful does not. */
export class UnsupportedFieldError extends ModelError {
  constructor(contentType: string, field: string, feature: string) {
    const message = `The local Contentful does not support ${feature}: field "${field}" of content type "${contentType}"`
    super('UNSUPPORTED_LOCALLY', message, [{ contentType, field }])
    this.name = 'UnsupportedFieldError'
  }
}
