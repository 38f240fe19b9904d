import { type ErrorResponse, errorResponseSchema } from '#server/api/contract.ts'

interface ApiErrorDetails {
  readonly status?: number
  readonly code: string
  /** Seconds until a retry, from the `Retry-After` header. */
  readonly retryAfter?: number | undefined
  /** Error messages for the visitor, by field. */
  readonly fields?: ErrorResponse['fields']
  readonly cause?: unknown
}

/** A failed request. The message is for the console, and contains no visitor data. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status. `undefined` if there was no response, or none in time. */
  readonly status: number | undefined
  /** The error code of the backend (server/api/contract.ts), or `timeout` or `no_answer` if there was no response. */
  readonly code: string
  readonly retryAfter: number | undefined
  readonly fields: ErrorResponse['fields']

  constructor(request: string, { status, code, retryAfter, fields, cause }: ApiErrorDetails) {
    super(`${request}: ${status ?? 'no response'}, ${code}`, { cause })
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.fields = fields
  }
}

/** Whether the backend has rejected the session (requirements §4). */
export const isUnauthorizedError = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 401 || cause.status === 403)

/**
 * Parses a response with an error status. A proxy may send a body that is not the backend's: the code is then
 * `unknown`.
 */
export async function parseErrorResponse(request: string, response: Response): Promise<ApiError> {
  const { data } = errorResponseSchema.safeParse(await response.json().catch(() => undefined))
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(request, {
    status: response.status,
    code: data?.code ?? 'unknown',
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    fields: data?.fields,
  })
}

/** Creates the error for a request without a response: `timeout` or `no_answer`. */
export function createNoResponseError(request: string, cause: unknown): ApiError {
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(request, { code: isTimeout ? 'timeout' : 'no_answer', cause })
}
