import { randomUUID } from 'node:crypto'
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
export const createErrorBody = (code: GraphqlErrorCode, message: string, requestId: string = randomUUID()) => ({
  errors: [{ message, extensions: { contentful: { code, requestId } } }] satisfies readonly GraphqlResponseError[],
})

/** Two content types or fields have the same GraphQL name. Contentful responds with 422. */
export class CollidingNamesError extends Error {
  readonly code: 'COLLIDING_TYPE_NAMES' | 'COLLIDING_FIELD_NAMES'

  constructor(scope: 'TYPE' | 'FIELD', message: string) {
    super(message)
    this.name = 'CollidingNamesError'
    this.code = `COLLIDING_${scope}_NAMES`
  }
}

/** A field that Contentful supports and the local Contentful does not. */
export class UnsupportedFieldError extends Error {
  constructor(contentType: string, field: string, feature: string) {
    super(`The local Contentful does not support ${feature}: field "${field}" of content type "${contentType}"`)
    this.name = 'UnsupportedFieldError'
  }
}
