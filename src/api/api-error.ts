import { type ErrorResponse, errorResponseSchema } from '#server/api/contract.ts'

interface Particulars {
  readonly status?: number
  readonly code: string
  /** s until the backend wants to be asked again. */
  readonly retryAfter?: number | undefined
  /** What is wrong with which field, in words for the visitor. */
  readonly fields?: ErrorResponse['fields']
  readonly cause?: unknown
}

/** A request that did not succeed. Its message is for the console, and holds nothing of the visitor's. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Of the answer; `undefined` when there was none: no connection, or none in time. */
  readonly status: number | undefined
  /** The backend's code of the problem (server/api/contract.ts); `timeout` or `no_answer` when there was no answer. */
  readonly code: string
  readonly retryAfter: number | undefined
  readonly fields: ErrorResponse['fields']

  constructor(request: string, { status, code, retryAfter, fields, cause }: Particulars) {
    super(`${request}: ${status ?? 'no answer'}, ${code}`, { cause })
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.fields = fields
  }
}

/** The answer to who has no valid session (requirements §4). */
export const isUnauthorizedError = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 401 || cause.status === 403)

/** What an answer of 400 or more says. What stands between here and the backend may answer in other forms than its. */
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

/** Of a request without an answer. */
export function createNoResponseError(request: string, cause: unknown): ApiError {
  const isLate = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(request, { code: isLate ? 'timeout' : 'no_answer', cause })
}
