import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { describeErrorCause } from '#server/logging/serialize-error.ts'
import type { ErrorResponse } from '#shared/contact-contract.ts'

/** Status and default message of each error code. The messages are for visitors. */
const HTTP_ERRORS = {
  malformed_request: [400, 'The request is not valid HTTP.'],
  malformed_body: [400, 'The request body must be a JSON object in UTF-8.'],
  missing_header: [400, 'A required header is missing or invalid.'],
  wrong_client: [400, 'The client ID is unknown.'],
  wrong_environment: [400, 'The environment is unknown.'],
  no_session: [401, 'Your session has ended. Please try again.'],
  foreign_origin: [403, 'Requests from this page are not accepted.'],
  forged_token: [403, 'The request could not be matched with your session. Please try again.'],
  captcha_refused: [403, 'The captcha check failed. Please try again.'],
  not_found: [404, 'This path does not exist.'],
  wrong_method: [405, 'This path does not support the method.'],
  too_slow: [408, 'The request arrived too slowly.'],
  key_reused: [409, 'This form was already sent with different content.'],
  body_too_large: [413, 'The request is too large.'],
  encoded_body: [415, 'The request body must not be compressed.'],
  not_json: [415, 'The request body must be application/json.'],
  invalid_fields: [422, 'Some fields are invalid.'],
  unknown_fields: [422, 'The request contains unknown fields.'],
  rate_limited: [429, 'That was too often. Please wait a little and try again.'],
  failed: [500, 'Something went wrong on the server. Please try again.'],
  captcha_unavailable: [503, 'The captcha check is not available right now. Please try again.'],
  unavailable: [503, 'The server is not available right now. Please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

type HttpErrorCode = keyof typeof HTTP_ERRORS

interface HttpErrorDetails {
  readonly message?: string
  readonly fields?: Readonly<Record<string, string>>
  /** Seconds, for the `retry-after` header. */
  readonly retryAfter?: number
  /** Logged, never sent. Must not contain text of the visitor. */
  readonly reason?: string
  /** Logged, never sent. */
  readonly cause?: unknown
}

/** An error with a status code and a message for the visitor. `sendErrorResponse` turns it into a response. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: HttpErrorCode
  readonly fields: HttpErrorDetails['fields']
  readonly retryAfter: number | undefined
  readonly reason: string | undefined

  constructor(code: HttpErrorCode, { message, fields, retryAfter, reason, cause }: HttpErrorDetails = {}) {
    super(message ?? HTTP_ERRORS[code][1], { cause })
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
    this.reason = reason
  }

  get status(): number {
    return HTTP_ERRORS[this.code][0]
  }

  body(): ErrorResponse {
    return { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) }
  }
}

/** Creates the error of a header that is missing or invalid. */
export const createMissingHeaderError = (name: string) =>
  new HttpError('missing_header', { message: `The header ${name} is missing or invalid.` })

/** Fastify error handler: logs the error with its cause in one line, and sends the response. */
export function sendErrorResponse(
  error: FastifyError | HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const httpError = error instanceof HttpError ? error : mapError(error)
  const { status, code, cause, retryAfter } = httpError
  const reason = httpError.reason ?? (cause instanceof Error ? describeErrorCause(cause) : undefined)
  request.log[status < 500 ? 'info' : 'error']({ code, reason, err: cause }, 'error response')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (status === 413) reply.header('connection', 'close') // otherwise the rest of the body would be read
  return reply.code(status).send(httpError.body())
}

/** Maps other errors: those of Fastify, of the code, and of the database, which is all else that the routes use. */
function mapError(error: FastifyError): HttpError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError('body_too_large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpError('not_json')
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new HttpError('not_found')
    case 'FST_ERR_HANDLER_TIMEOUT':
      return createUnavailableError(error)
  }
  if (error.statusCode !== undefined && error.statusCode < 500) return new HttpError('malformed_body')
  return BUGS.some((bug) => error instanceof bug)
    ? new HttpError('failed', { cause: error })
    : createUnavailableError(error)
}

/** Errors of JavaScript, which no database reports. */
const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError]

/** A locked or restarting database is usually available again after 5 s. */
const createUnavailableError = (cause: unknown) => new HttpError('unavailable', { cause, retryAfter: 5 })
