import { apiHeaders } from '#server/api/contract.ts'
import { CLIENT_ID } from '#shared/constants.ts'
import { env } from '#src/env.ts'
import { settings } from '#src/settings.ts'
import { ApiError, createNoResponseError, parseErrorResponse } from './api-error.ts'
import { createBrowserStorage } from './browser-storage.ts'

interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns the URL of a backend path, such as `/contact`. */
export const getBackendUrl = (path: `/${string}`) => `${env.backendUrl}${path}`

/**
 * Sends a request to the backend with the headers of requirements §7. Returns the parsed JSON body, or `undefined` if
 * the body is not JSON. Throws `ApiError` for an error status, and if there is no response within 15 s.
 */
export async function sendApiRequest({ method, url, body, headers }: HttpRequest): Promise<unknown> {
  const request = `${method} ${url}`
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...createApiHeaders(url),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: isBackendUrl(url) ? 'include' : 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw await parseErrorResponse(request, response)
    return parseJson(await response.text())
  } catch (cause) {
    throw cause instanceof ApiError ? cause : createNoResponseError(request, cause)
  }
}

const TIMEOUT_MS = 15_000

const storage = createBrowserStorage('localStorage')

/** Creates the headers of requirements §7. The anti-forgery token is a credential, sent to the backend only. */
function createApiHeaders(url: string): Record<string, string> {
  const antiForgeryToken = isBackendUrl(url) && getCookie(settings.storageKeys.antiForgeryToken)
  return {
    [apiHeaders.client]: String(CLIENT_ID),
    [apiHeaders.environment]: env.environment,
    ...(env.environment === 'dev' && { [apiHeaders.devOption]: storage.get(settings.devOptionKey) || 'default' }),
    ...(antiForgeryToken && { [apiHeaders.antiForgery]: antiForgeryToken }),
  }
}

/** Whether the URL is below the backend's base URL. */
function isBackendUrl(url: string): boolean {
  const base = new URL(env.backendUrl, location.href)
  const { origin, pathname } = new URL(url, location.href)
  return origin === base.origin && `${pathname}/`.startsWith(base.pathname.replace(/\/*$/, '/'))
}

function getCookie(name: string): string | undefined {
  const pairs = document.cookie.split('; ')
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
