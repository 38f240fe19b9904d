import { guestSessionSchema } from '#server/api/contract.ts'
import { settings } from '#src/settings.ts'
import { ApiError, isUnauthorizedError } from './api-error.ts'
import { createBrowserStorage } from './browser-storage.ts'
import { getCaptchaToken } from './captcha.ts'
import { getBackendUrl, sendApiRequest } from './http-client.ts'

const local = createBrowserStorage('localStorage')
const { sessionId, expiresOn } = settings.storageKeys

/** A locally stored expiry counts only if it parses and lies in the future (requirements §4). */
export function isLoggedIn(): boolean {
  const expiry = Date.parse(local.get(expiresOn) ?? '')
  return expiry > Date.now() // never true of NaN
}

/** Logs in as a guest, with a captcha token (requirements §7). Who asks while a login is under way gets that one. */
export function logInAsGuest(): Promise<void> {
  login ??= newSession().finally(() => {
    login = undefined
  })
  return login
}

let login: Promise<void> | undefined

/** Sees to a valid session: checks the one that there is, and logs in as a guest where there is none. Rejects where that fails. */
export async function ensureGuestSession(): Promise<void> {
  if (!(await isValid())) await logInAsGuest()
}

/** The start of a page that needs a session (requirements §4, §8): quiet, whatever happens. Answers whether there is one. */
export async function startGuestSession(): Promise<boolean> {
  try {
    await ensureGuestSession()
    return true
  } catch (cause) {
    console.error('Guest session failed to start', cause)
    return false
  }
}

/** Where nothing good is stored, the server need not be asked. 401 and 403 say no; any other error is passed on (requirements §4). */
async function isValid(): Promise<boolean> {
  if (login || !isLoggedIn()) return false
  try {
    await sendApiRequest({ method: 'GET', url: getBackendUrl('/auth/validate') })
    return true
  } catch (cause) {
    if (isUnauthorizedError(cause)) return false
    throw cause
  }
}

async function newSession(): Promise<void> {
  const token = await getCaptchaToken()
  const url = getBackendUrl('/auth/guest')
  const { success, data } = guestSessionSchema.safeParse(await sendApiRequest({ method: 'POST', url, body: { token } }))
  if (!success) throw new ApiError(`POST ${url}`, { status: 200, code: 'malformed_answer' })
  local.set(sessionId, data.sessionId)
  local.set(expiresOn, data.expiresOn)
}
