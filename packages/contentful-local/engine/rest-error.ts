import type { LocationSys } from '#local/store/resource-table.ts'
import { describeAlternative } from './alternatives.ts'

/** The status of each error id. An error that is created by its status has the first id of it. */
export const STATUS_CODES = [
  ['BadRequest', 400],
  ['InvalidQuery', 400],
  ['AccessTokenInvalid', 401],
  ['AccessDenied', 403],
  ['NotFound', 404],
  ['UnknownRoute', 404],
  ['VersionMismatch', 409],
  ['PayloadTooLarge', 413],
  ['UnsupportedMediaType', 415],
  ['RangeNotSatisfiable', 416],
  ['ValidationFailed', 422],
  ['ActionPreconditionsFailed', 422],
  ['InvalidEntry', 422],
  ['UnresolvedLinks', 422],
  ['UnknownField', 422],
  ['RateLimitExceeded', 429],
  ['ServerError', 500],
] as const

/** Error ids of Contentful's REST APIs. */
export type RestErrorId = (typeof STATUS_CODES)[number][0]

/** The path of a value in a request body, for example `['fields', 'title', 'en-US']`. */
export type ValuePath = readonly (string | number)[]

/** An item of `details.errors`. */
export interface ErrorDetail {
  readonly name: string
  readonly path?: ValuePath
  readonly details?: string
  readonly [more: string]: unknown
}

/** An error response of Contentful's REST APIs (docs/contentful.md, REST). */
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
    return STATUS_CODES.find(([id]) => id === this.id)?.[1] ?? 500
  }

  /** The response body. `requestId` is that of the header X-Contentful-Request-Id. */
  body(requestId: string = crypto.randomUUID()) {
    return {
      sys: { type: 'Error', id: this.id },
      message: this.message,
      ...(this.details === undefined ? {} : { details: this.details }),
      requestId,
    }
  }
}

/**
 * Types whose recorded 404s have no details (contentful-management.rb, space/find_not_found.yml, environment/not_found.yml,
 * locale/find_for_space_not_found.yml, webhook/find_not_found.yml).
 */
const TYPES_WITHOUT_DETAILS = ['Space', 'Environment', 'Locale', 'WebhookDefinition']

/** A 404 for something that does not exist, with the location if it is given. */
export const createNotFoundError = (type: string, id: string, { environment, space }: Partial<LocationSys> = {}) =>
  new RestError(
    'NotFound',
    'The resource could not be found.',
    TYPES_WITHOUT_DETAILS.includes(type)
      ? undefined
      : { type, id, environment: environment?.sys.id, space: space?.sys.id },
  )

/** Returns a value that was looked for. Throws 404 if there is none. */
export function expectExisting<Value>(
  value: Value | undefined,
  ...resource: Parameters<typeof createNotFoundError>
): Value {
  if (value === undefined) throw createNotFoundError(...resource)
  return value
}

/** Characters of the validation errors in a response. Each can contain the whole value. */
const MAX_ERRORS_LENGTH = 500_000

/** A 422 that lists the validation errors: the first one, and as many others as a response can have. */
export function createValidationError(errors: readonly ErrorDetail[], id: RestErrorId = 'ValidationFailed') {
  let length = 0
  const end = errors.findIndex((error) => {
    length += JSON.stringify(error).length
    return length > MAX_ERRORS_LENGTH
  })
  return new RestError(id, 'Validation error', { errors: end < 0 ? errors : errors.slice(0, Math.max(1, end)) })
}

/** A message about a feature that Contentful has and the local Contentful does not implement, with what to use instead. */
export const describeUnsupported = (what: string): string =>
  `The local Contentful does not support ${what}${describeAlternative(what)}`

/** A 400 for such a feature. */
export const createUnsupportedError = (what: string) => new RestError('BadRequest', describeUnsupported(what))
