import { type ErrorResponse, errorResponseSchema } from '#server/api/contract.ts'

interface ApiErrorDetails {
  readonly status?: number
  readonly code: string
  /** Seconds after which the request may be retried. */
  readonly retryAfter?: number | undefined
  /** Errors by form field, as texts for the visitor. */
  readonly fields?: ErrorResponse['fields']
  readonly cause?: unknown
}

/** A failed request. Its message is for the console and contains no data of the visitor. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; `undefined` if there was no response. */
  readonly status: number | undefined
  /** The backend's error code (server/api/contract.ts); `timeout` or `no_answer` if there was no response. */
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

/** Whether the backend rejected the session (requirements §4). */
export const isUnauthorizedError = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 401 || cause.status === 403)

/** Parses a response with a status of 400 or more. A proxy may respond in another format than the backend. */
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

/** Creates the error of a request without a response. */
export function createNoResponseError(request: string, cause: unknown): ApiError {
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(request, { code: isTimeout ? 'timeout' : 'no_answer', cause })
}
