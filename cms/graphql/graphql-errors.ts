import { randomUUID } from 'node:crypto'
import { GraphQLError } from 'graphql'

/** The codes of Contentful's GraphQL API that this stand-in gives (docs/contentful.md, Errors). */
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

/** One line of an answer's `errors`. */
export interface GraphqlResponseError {
  readonly message: string
  readonly extensions: {
    readonly contentful: { readonly code: GraphqlErrorCode; readonly requestId: string; readonly details?: unknown }
  }
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly path?: readonly (string | number)[]
}

/** An error with Contentful's code; thrown by a resolver it costs one field, before the execution the whole query. */
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

/** As it stands in the answer; `fallback` is the code of an error that is graphql-js's own. */
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

/** The body of an answer that holds nothing but one error. */
export const createErrorBody = (code: GraphqlErrorCode, message: string, requestId: string = randomUUID()) => ({
  errors: [{ message, extensions: { contentful: { code, requestId } } }] satisfies readonly GraphqlResponseError[],
})

/** The content model cannot be shown in GraphQL: a name clash, which Contentful answers with 422. */
export class CollidingNamesError extends Error {
  readonly code: 'COLLIDING_TYPE_NAMES' | 'COLLIDING_FIELD_NAMES'

  constructor(kind: 'TYPE' | 'FIELD', message: string) {
    super(message)
    this.name = 'CollidingNamesError'
    this.code = `COLLIDING_${kind}_NAMES`
  }
}

/** A field that Contentful knows and this stand-in does not, with its name: never a wrong answer. */
export class UnsupportedFieldError extends Error {
  constructor(contentType: string, field: string, what: string) {
    super(`The local Contentful does not know ${what}: field "${field}" of content type "${contentType}"`)
    this.name = 'UnsupportedFieldError'
  }
}
