import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { getCaptchaToken } from './captcha.ts'
import { ensureGuestSession, isLoggedIn, startGuestSession } from './guest-session.ts'
import { sendApiRequest } from './http-client.ts'

vi.mock('./captcha.ts', () => ({ getCaptchaToken: vi.fn(async () => 'token') }))
vi.mock('./http-client.ts', () => ({ getBackendUrl: (path: string) => path, sendApiRequest: vi.fn() }))

const calls = vi.mocked(sendApiRequest)
const storage = new Map<string, string>()
const oneHourFromNow = new Date(Date.now() + 3_600_000).toISOString()
const login = { sessionId: 'handle', expiresOn: oneHourFromNow }
const getRequests = () => calls.mock.calls.map(([{ method, url }]) => `${method} ${url}`)
const createError = (status: number) => new ApiError('request', { status, code: 'code' })

/** Sets the responses to `GET /auth/validate` and `POST /auth/guest`. An error is thrown. */
function mockBackend(validate: unknown, guest: unknown) {
  calls.mockImplementation(async ({ url }) => {
    const response = url === '/auth/validate' ? validate : guest
    if (response instanceof Error) throw response
    return response
  })
}

beforeEach(() => {
  calls.mockReset()
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
})

test.each([
  [undefined, false],
  ['', false],
  ['soon', false],
  [new Date(Date.now() - 1_000).toISOString(), false],
  [oneHourFromNow, true],
])('requirements §4: an expiry of %j is valid only if it can be parsed and is in the future', (expiry, expected) => {
  if (expiry !== undefined) storage.set('expiresOn', expiry)
  expect(isLoggedIn()).toBe(expected)
})

test('requirements §7: logs in with a captcha token if there is no session, and stores its id and expiry', async () => {
  mockBackend(undefined, login)
  await ensureGuestSession()
  expect(calls.mock.calls).toEqual([[{ method: 'POST', url: '/auth/guest', body: { token: 'token' } }]])
  expect(Object.fromEntries(storage)).toEqual(login)
})

test('requirements §4: uses a session that the server validates', async () => {
  storage.set('expiresOn', oneHourFromNow)
  mockBackend(undefined, login)
  await ensureGuestSession()
  expect(getRequests()).toEqual(['GET /auth/validate'])
})

test.each([401, 403])('requirements §8: logs in again if validate responds with %d', async (status) => {
  storage.set('expiresOn', oneHourFromNow)
  mockBackend(createError(status), login)
  await ensureGuestSession()
  expect(getRequests()).toEqual(['GET /auth/validate', 'POST /auth/guest'])
})

test.each([500, 503, 404])('requirements §4: rejects if validate responds with %d', async (status) => {
  storage.set('expiresOn', oneHourFromNow)
  mockBackend(createError(status), login)
  await expect(ensureGuestSession()).rejects.toMatchObject({ status })
  expect(getRequests()).toEqual(['GET /auth/validate'])
})

test('rejects an invalid login response', async () => {
  mockBackend(undefined, { welcome: 'to our hotel' })
  await expect(ensureGuestSession()).rejects.toBeInstanceOf(ApiError)
  expect(storage.size).toBe(0)
})

test('shares one login between simultaneous calls, and retries after a failure', async () => {
  mockBackend(undefined, createError(503))
  const both = await Promise.allSettled([ensureGuestSession(), ensureGuestSession()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(getRequests()).toEqual(['POST /auth/guest'])
  mockBackend(undefined, login)
  await ensureGuestSession()
  expect(getRequests()).toEqual(['POST /auth/guest', 'POST /auth/guest'])
})

test('requirements §8: only logs a failure at the start of the page', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const cause = new Error('The captcha’s script could not be loaded')
  vi.mocked(getCaptchaToken).mockRejectedValueOnce(cause)
  expect(await startGuestSession()).toBe(false)
  expect(log).toHaveBeenCalledExactlyOnceWith('Guest session failed to start', cause)
  mockBackend(undefined, login)
  expect(await startGuestSession()).toBe(true)
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})
