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

/** The address of a path of the backend, as in `/contact`. */
export const getBackendUrl = (path: `/${string}`) => `${env.backendUrl}${path}`

/**
 * Every request of the guest session goes through here (requirements §7). Answers with the body's JSON, or `undefined` where
 * that is none; throws `ApiError` for an answer of 400 or more, and for none within 15 s.
 */
export async function sendApiRequest({ method, url, body, headers }: HttpRequest): Promise<unknown> {
  const request = `${method} ${url}`
  try {
    const response = await fetch(url, {
      method,
      headers: { ...rules(url), ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: isBackend(url) ? 'include' : 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (!response.ok) throw await parseErrorResponse(request, response)
    return jsonOf(await response.text())
  } catch (cause) {
    throw cause instanceof ApiError ? cause : createNoResponseError(request, cause)
  }
}

/** ms */
const PATIENCE = 15_000

const local = createBrowserStorage('localStorage')

/** Header rules of requirements §7. The anti-forgery token is a credential, so it goes where credentials go. */
function rules(url: string): Record<string, string> {
  const antiForgery = isBackend(url) && cookie(settings.storageKeys.antiForgeryToken)
  return {
    [apiHeaders.client]: String(CLIENT_ID),
    [apiHeaders.environment]: env.environment,
    ...(env.environment === 'dev' && { [apiHeaders.devOption]: local.get(settings.devOptionKey) || 'default' }),
    ...(antiForgery && { [apiHeaders.antiForgery]: antiForgery }),
  }
}

/** Whether the address lies below the backend's base URL. */
function isBackend(address: string): boolean {
  const base = new URL(env.backendUrl, location.href)
  const { origin, pathname } = new URL(address, location.href)
  return origin === base.origin && `${pathname}/`.startsWith(base.pathname.replace(/\/*$/, '/'))
}

function cookie(name: string): string | undefined {
  const pairs = document.cookie.split('; ')
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
