import { guestSessionSchema } from '#server/api/contract.ts'
import { settings } from '#src/settings.ts'
import { ApiError, isUnauthorizedError } from './api-error.ts'
import { createBrowserStorage } from './browser-storage.ts'
import { getCaptchaToken } from './captcha.ts'
import { getBackendUrl, sendApiRequest } from './http-client.ts'

const storage = createBrowserStorage('localStorage')
const { sessionId, expiresOn } = settings.storageKeys

/** Whether the stored expiry can be parsed and is in the future (requirements §4). */
export function isLoggedIn(): boolean {
  const expiry = Date.parse(storage.get(expiresOn) ?? '')
  return expiry > Date.now() // false for NaN
}

/** Logs in as a guest, with a captcha token (requirements §7). Simultaneous calls share one login. */
export function logInAsGuest(): Promise<void> {
  login ??= createSession().finally(() => {
    login = undefined
  })
  return login
}

let login: Promise<void> | undefined

/** Ensures a valid session: validates the stored one, or logs in as a guest. Rejects if that fails. */
export async function ensureGuestSession(): Promise<void> {
  if (!(await isSessionValid())) await logInAsGuest()
}

/**
 * Ensures a session at the start of a page (requirements §4, §8). Logs failures. Returns whether there is a session.
 */
export async function startGuestSession(): Promise<boolean> {
  try {
    await ensureGuestSession()
    return true
  } catch (cause) {
    console.error('Guest session failed to start', cause)
    return false
  }
}

/** Validates a stored session at the server. 401 and 403 mean invalid; other errors are rethrown (requirements §4). */
async function isSessionValid(): Promise<boolean> {
  if (login || !isLoggedIn()) return false
  try {
    await sendApiRequest({ method: 'GET', url: getBackendUrl('/auth/validate') })
    return true
  } catch (cause) {
    if (isUnauthorizedError(cause)) return false
    throw cause
  }
}

async function createSession(): Promise<void> {
  const token = await getCaptchaToken()
  const url = getBackendUrl('/auth/guest')
  const { success, data } = guestSessionSchema.safeParse(await sendApiRequest({ method: 'POST', url, body: { token } }))
  if (!success) throw new ApiError(`POST ${url}`, { status: 200, code: 'malformed_answer' })
  storage.set(sessionId, data.sessionId)
  storage.set(expiresOn, data.expiresOn)
}
