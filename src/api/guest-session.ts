import { guestSessionSchema } from '#server/api/contract.ts'
import { settings } from '#src/settings.ts'
import { ApiError, isUnauthorizedError } from './api-error.ts'
import { createBrowserStorage } from './browser-storage.ts'
import { getCaptchaToken } from './captcha.ts'
import { getBackendUrl, sendApiRequest } from './http-client.ts'

const local = createBrowserStorage('localStorage')
const { sessionId, expiresOn } = settings.storageKeys

/** Whether local storage has an expiry date that is valid and in the future (requirements §4). */
export function isLoggedIn(): boolean {
  const expiry = Date.parse(local.get(expiresOn) ?? '')
  return expiry > Date.now() // false for NaN
}

/** Logs in as a guest with a captcha token (requirements §7). Concurrent calls share one login. */
export function logInAsGuest(): Promise<void> {
  login ??= createSession().finally(() => {
    login = undefined
  })
  return login
}

let login: Promise<void> | undefined

/** Validates the stored session, and logs in as a guest if there is none. Rejects with `ApiError` or the captcha's error. */
export async function ensureGuestSession(): Promise<void> {
  if (!(await isSessionValid())) await logInAsGuest()
}

/** Starts a session when a page opens (requirements §4, §8). Logs errors and never rejects. Returns whether it succeeded. */
export async function startGuestSession(): Promise<boolean> {
  try {
    await ensureGuestSession()
    return true
  } catch (cause) {
    console.error('Guest session failed to start', cause)
    return false
  }
}

/** Validates a stored session on the server: 401 and 403 mean that it is invalid, other errors are thrown (requirements §4). */
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
  local.set(sessionId, data.sessionId)
  local.set(expiresOn, data.expiresOn)
}
