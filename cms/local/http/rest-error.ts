import { randomUUID } from 'node:crypto'

const STATUS = {
  BadRequest: 400,
  InvalidQuery: 400,
  AccessTokenInvalid: 401,
  AccessDenied: 403,
  NotFound: 404,
  VersionMismatch: 409,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  RangeNotSatisfiable: 416,
  ValidationFailed: 422,
  UnresolvedLinks: 422,
  UnknownField: 422,
  RateLimitExceeded: 429,
  ServerError: 500,
  BadGateway: 502,
  ServiceUnavailable: 503,
  GatewayTimeout: 504,
} as const

export type RestErrorId = keyof typeof STATUS

/** Where something stands in what was sent: `['fields', 'title', 'en-US']`, and deeper. */
export type ValuePath = readonly (string | number)[]

/** One line of `details.errors`: what is wrong, and where. */
export interface ErrorDetail {
  readonly name: string
  readonly path?: ValuePath
  readonly details?: string
  readonly [more: string]: unknown
}

/** An error as Contentful's REST APIs answer it (docs/contentful.md, REST). */
export class RestError extends Error {
  readonly id: RestErrorId
  readonly details: unknown

  constructor(id: RestErrorId, message: string, details?: unknown) {
    super(message)
    this.name = 'RestError'
    this.id = id
    this.details = details
  }

  get status(): number {
    return STATUS[this.id]
  }

  body(requestId: string = randomUUID()) {
    return {
      sys: { type: 'Error', id: this.id },
      message: this.message,
      ...(this.details === undefined ? {} : { details: this.details }),
      requestId,
    }
  }
}

export const createNotFoundError = (type: string, id: string) =>
  new RestError('NotFound', 'The resource could not be found.', { type, id })

export const createValidationError = (errors: readonly ErrorDetail[]) =>
  new RestError('ValidationFailed', 'Validation error', { errors })

/** Real in Contentful, not here: said by name, never answered wrongly. */
export const createUnsupportedError = (what: string) =>
  new RestError('BadRequest', `The local Contentful does not support ${what}`)
