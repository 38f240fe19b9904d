import { apiHeaders } from '#server/api/contract.ts'
import { CLIENT_ID } from '#shared/constants.ts'
import { env } from '#src/env.ts'
import { settings } from '#src/settings.ts'
import { ApiError, createNoResponseError, parseErrorResponse } from './api-error.ts'
import { createBrowserStorage } from './browser-storage.ts'

interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Serialized as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The URL of a backend path, for example `/contact`. */
export const getBackendUrl = (path: `/${string}`) => `${env.backendUrl}${path}`

/**
 * Sends a request of the guest session with its required headers (requirements §7). Resolves with the JSON body, or
 * `undefined` if the body is not JSON. Throws `ApiError` for a status of 400 or more, and after 15 s without a response.
 */
export async function sendApiRequest({ method, url, body, headers }: HttpRequest): Promise<unknown> {
  const request = `${method} ${url}`
  try {
    const response = await fetch(url, {
      method,
      headers: { ...createHeaders(url), ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: isBackendUrl(url) ? 'include' : 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw await parseErrorResponse(request, response)
    return tryParseJson(await response.text())
  } catch (cause) {
    throw cause instanceof ApiError ? cause : createNoResponseError(request, cause)
  }
}

const TIMEOUT_MS = 15_000

const local = createBrowserStorage('localStorage')

/** Headers that requirements §7 defines. The anti-forgery token is a credential: only the backend gets it. */
function createHeaders(url: string): Record<string, string> {
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

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
