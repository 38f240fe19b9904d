import { CLIENT_ID } from '#shared/constants.ts'
import { apiHeaders, type ErrorResponse, errorResponseSchema } from '#shared/contact-contract.ts'
import { env } from '#src/env.ts'
import { settings } from '#src/settings.ts'
import type { BrowserStorage } from './browser-storage.ts'

interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Serialized as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Has the dev option. */
  readonly local: BrowserStorage
}

/** The URL of a backend path, for example `/contact`. */
export const getBackendUrl = (path: `/${string}`) => `${env.backendUrl}${path}`

/**
 * Sends a request of the guest session with its required headers (requirements §7). Resolves with the JSON body, or
 * `undefined` if the body is not JSON. Throws `ApiError` for a status of 400 or more, and after 15 s without a response.
 */
export async function sendApiRequest({ method, url, body, headers, local }: HttpRequest): Promise<unknown> {
  const request = `${method} ${url}`
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...createHeaders(url, local),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: isBackendUrl(url) ? 'include' : 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw await parseErrorResponse(request, response)
    return await response.json().catch(ignoreSyntaxError)
  } catch (error) {
    throw error instanceof ApiError ? error : createNoResponseError(request, error)
  }
}

const TIMEOUT_MS = 15_000

/** For a body that is not JSON; a connection that is lost in the body is an error. */
function ignoreSyntaxError(error: unknown): void {
  if (!(error instanceof SyntaxError)) throw error
}

/** Headers that requirements §7 defines. The anti-forgery token is a credential: only the backend gets it. */
function createHeaders(url: string, local: BrowserStorage): Record<string, string> {
  const antiForgeryToken = isBackendUrl(url) && readCookie(settings.storageKeys.antiForgeryToken)
  return {
    [apiHeaders.client]: String(CLIENT_ID),
    [apiHeaders.environment]: env.environment,
    ...(env.environment === 'dev' && { [apiHeaders.devOption]: local.get(settings.devOptionKey) || 'default' }),
    ...(antiForgeryToken && { [apiHeaders.antiForgery]: antiForgeryToken }),
  }
}

/** Whether the URL is below the backend's base URL. */
function isBackendUrl(url: string): boolean {
  const base = new URL(env.backendUrl, location.href)
  const { origin, pathname } = new URL(url, location.href)
  return origin === base.origin && `${pathname}/`.startsWith(base.pathname.replace(/\/*$/, '/'))
}

function readCookie(name: string): string | undefined {
  const pairs = document.cookie.split('; ')
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

type ApiErrorDetails = Pick<ApiError, 'code'> & Partial<Pick<ApiError, 'status' | 'fields'>> & ErrorOptions

/** A failed request. Its message is for the console and contains no data of the visitor. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; `undefined` if there was no response. */
  readonly status: number | undefined
  /** The backend's error code (shared/contact-contract.ts); `timeout` or `no_answer` if there was no response. */
  readonly code: string
  /** Errors by form field, as texts for the visitor. */
  readonly fields: ErrorResponse['fields']

  constructor(request: string, { status, code, fields, cause }: ApiErrorDetails) {
    super(`${request}: ${status ?? 'no response'}, ${code}`, { cause })
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** Whether the backend rejected the session (requirements §4). */
export const isUnauthorizedError = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

/** Parses a response with a status of 400 or more. A proxy may respond in another format than the backend. */
async function parseErrorResponse(request: string, response: Response): Promise<ApiError> {
  const { data } = errorResponseSchema.safeParse(await response.json().catch(() => undefined))
  return new ApiError(request, { status: response.status, code: data?.code ?? 'unknown', fields: data?.fields })
}

/** Creates the error of a request without a response. */
function createNoResponseError(request: string, cause: unknown): ApiError {
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(request, { code: isTimeout ? 'timeout' : 'no_answer', cause })
}
