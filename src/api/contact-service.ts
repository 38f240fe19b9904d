import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { apiHeaders, type ContactRequest, contactResponseSchema, guestSessionSchema } from '#shared/contact-contract.ts'
import { settings } from '#src/settings.ts'
import type { BrowserStorage } from './browser-storage.ts'
import { getCaptchaToken } from './captcha.ts'
import { ApiError, getBackendUrl, isUnauthorizedError, sendApiRequest } from './http-client.ts'

/** An attempt to send a message. Attempts with the same key, a UUID, are stored as one message. */
export interface ContactAttempt {
  readonly request: ContactRequest
  readonly idempotencyKey: string
}

/** Where the guest session is kept. */
interface SessionContext {
  readonly queryClient: QueryClient
  readonly local: BrowserStorage
}

/** Two names of one call: requirements §7 names both methods. */
export const contactService = { postData: send, sendEmail: send }

/**
 * Resolves when the backend has stored the message. An expired session is renewed once. Logs errors (requirements §8) and
 * rejects with them. The caller shows the loading overlay.
 */
async function send(attempt: ContactAttempt, { queryClient, local }: SessionContext): Promise<void> {
  try {
    await post(attempt, local).catch(async (error) => {
      if (!isUnauthorizedError(error)) throw error
      forgetGuestSession(local)
      await queryClient.fetchQuery(guestSessionQueryOptions(local))
      await post(attempt, local)
    })
  } catch (error) {
    console.error('API error', error)
    throw error
  }
}

/** Validates the response: a network login page, for example, also responds with 200. */
async function post({ request, idempotencyKey }: ContactAttempt, local: BrowserStorage): Promise<void> {
  const url = getBackendUrl('/contact')
  const response = await sendApiRequest({
    method: 'POST',
    url,
    body: request,
    headers: { [apiHeaders.idempotency]: idempotencyKey },
    local,
  })
  if (!contactResponseSchema.safeParse(response).success)
    throw new ApiError(`POST ${url}`, { status: 200, code: 'malformed_answer' })
}

/**
 * Query options of the guest session: the server validates the stored session, and a guest login replaces it if there is
 * none or it is invalid (requirements §4). Logs errors (requirements §8). Concurrent fetches share one login.
 */
export const guestSessionQueryOptions = (local: BrowserStorage) =>
  queryOptions({
    queryKey: ['guest session'],
    queryFn: async () => {
      try {
        if (!(await isSessionValid(local))) await logInAsGuest(local)
        return true
      } catch (error) {
        console.error('Guest session failed to start', error)
        throw error
      }
    },
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Whether local storage has an expiry date that is valid and in the future (requirements §4). */
export function isLoggedIn(local: BrowserStorage): boolean {
  const expiry = Date.parse(local.get(expiresOn) ?? '')
  return expiry > Date.now() // false for NaN
}

/** Removes a session that the backend has rejected. The next fetch of the query logs in. */
function forgetGuestSession(local: BrowserStorage): void {
  local.remove(sessionId)
  local.remove(expiresOn)
}

/** Validates a stored session on the server: 401 and 403 mean that it is invalid, other errors are thrown (requirements §4). */
async function isSessionValid(local: BrowserStorage): Promise<boolean> {
  if (!isLoggedIn(local)) return false
  try {
    await sendApiRequest({ method: 'GET', url: getBackendUrl('/auth/validate'), local })
    return true
  } catch (error) {
    if (isUnauthorizedError(error)) return false
    throw error
  }
}

/** Logs in with a captcha token (requirements §7). */
async function logInAsGuest(local: BrowserStorage): Promise<void> {
  const token = await getCaptchaToken()
  const url = getBackendUrl('/auth/guest')
  const response = await sendApiRequest({ method: 'POST', url, body: { token }, local })
  const { success, data } = guestSessionSchema.safeParse(response)
  if (!success) throw new ApiError(`POST ${url}`, { status: 200, code: 'malformed_answer' })
  local.set(sessionId, data.sessionId)
  local.set(expiresOn, data.expiresOn)
}

const { sessionId, expiresOn } = settings.storageKeys
