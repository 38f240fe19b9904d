import { GraphQLError } from 'graphql'

/** Codes of Contentful's GraphQL API in use (docs/contentful.md, Errors), with the status of requests that are not executed. */
const STATUS_CODES = {
  ACCESS_TOKEN_INVALID: 401,
  ACCESS_TOKEN_MISSING: 401,
  BAD_REQUEST: 400,
  COLLIDING_FIELD_NAMES: 422,
  COLLIDING_TYPE_NAMES: 422,
  INTERNAL_SERVER_ERROR: 400,
  INVALID_QUERY: 400,
  PersistedQueryNotFound: 404,
  QUERY_TOO_BIG: 400,
  RATE_LIMIT_EXCEEDED: 400,
  RESPONSE_TOO_BIG: 400,
  TOO_COMPLEX_QUERY: 400,
  UNEXPECTED_LINKED_CONTENT_TYPE: 400,
  UNKNOWN_ENVIRONMENT: 404,
  UNKNOWN_LOCALE: 400,
  UNKNOWN_SPACE: 404,
  UNRESOLVABLE_LINK: 400,
  UNSUPPORTED_LOCALLY: 400,
}

export type GraphqlErrorCode = keyof typeof STATUS_CODES

/** An error with Contentful's code. Thrown by a resolver it affects one field; before the execution, the whole query. */
export class ContentfulGraphqlError extends GraphQLError {
  readonly code: GraphqlErrorCode

  constructor(code: GraphqlErrorCode, message: string, details?: unknown) {
    // A query can have thousands of errors, and responses have no stacks.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, { extensions: { code, details } })
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
  }
}

/** Returns the status of a response to a request that is not executed. */
export const getErrorStatus = (error: GraphQLError | undefined): number =>
  error instanceof ContentfulGraphqlError ? STATUS_CODES[error.code] : 400

/** Converts an error to an item of `errors` in a response. `fallback` is the code of errors of graphql-js. */
export const toResponseError = (error: GraphQLError, requestId: string, fallback: GraphqlErrorCode) => ({
  ...error.toJSON(),
  extensions: { contentful: { code: fallback, requestId, ...error.extensions } },
})

/** A content type, or one of its fields. */
export interface ModelPart {
  readonly contentType: string
  readonly field?: string
}

/** A part of the content model that the schema leaves out: colliding names, or an unsupported field. Queries for it get the error. */
export class ModelError extends ContentfulGraphqlError {
  readonly omitted: readonly ModelPart[]

  constructor(code: GraphqlErrorCode, message: string, omitted: readonly ModelPart[]) {
    super(code, message)
    this.omitted = omitted
  }
}
