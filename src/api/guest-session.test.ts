import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { createBrowserStorage } from './browser-storage.ts'
import { getCaptchaToken } from './captcha.ts'
import { guestSessionQueryOptions, isLoggedIn } from './guest-session.ts'
import { ApiError, sendApiRequest } from './http-client.ts'

vi.mock('./captcha.ts', () => ({ getCaptchaToken: vi.fn(async () => 'token') }))
vi.mock('./http-client.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./http-client.ts')>()),
  getBackendUrl: (path: string) => path,
  sendApiRequest: vi.fn(),
}))

const calls = vi.mocked(sendApiRequest)
const stored = new Map<string, string>()
const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
const local = createBrowserStorage(() => localStorage)
let queryClient = new QueryClient()
const fetchSession = () => queryClient.fetchQuery(guestSessionQueryOptions(local))
const log = vi.spyOn(console, 'error').mockImplementation(() => {})
const login = { sessionId: 'handle', expiresOn: inAnHour }
const getRequests = () => calls.mock.calls.map(([{ method, url }]) => `${method} ${url}`)
const createError = (status: number) => new ApiError('request', { status, code: 'code' })

/** Mocks the responses to `GET /auth/validate` and `POST /auth/guest`. Errors are thrown. */
function mockBackend(validate: unknown, guest: unknown) {
  calls.mockImplementation(async ({ url }) => {
    const response = url === '/auth/validate' ? validate : guest
    if (response instanceof Error) throw response
    return response
  })
}

beforeEach(() => {
  calls.mockReset()
  log.mockClear()
  stored.clear()
  queryClient = new QueryClient()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

test.each([
  [undefined, false],
  ['', false],
  ['soon', false],
  [new Date(Date.now() - 1_000).toISOString(), false],
  [inAnHour, true],
])('requirements §4: only a valid expiry date in the future means logged in (%j)', (expiry, expected) => {
  if (expiry !== undefined) stored.set('expiresOn', expiry)
  expect(isLoggedIn(local)).toBe(expected)
})

test('requirements §7: logs in with a captcha token and stores session id and expiry', async () => {
  mockBackend(undefined, login)
  await fetchSession()
  expect(calls.mock.calls).toEqual([[{ method: 'POST', url: '/auth/guest', body: { token: 'token' }, local }]])
  expect(Object.fromEntries(stored)).toEqual(login)
})

test('requirements §4: uses a session that the server accepts', async () => {
  stored.set('expiresOn', inAnHour)
  mockBackend(undefined, login)
  await fetchSession()
  expect(getRequests()).toEqual(['GET /auth/validate'])
})

test.each([401, 403])('requirements §8: logs in again if the validation responds with %d', async (status) => {
  stored.set('expiresOn', inAnHour)
  mockBackend(createError(status), login)
  await fetchSession()
  expect(getRequests()).toEqual(['GET /auth/validate', 'POST /auth/guest'])
})

test.each([500, 503, 404])('requirements §4: rejects if the validation responds with %d', async (status) => {
  stored.set('expiresOn', inAnHour)
  mockBackend(createError(status), login)
  await expect(fetchSession()).rejects.toMatchObject({ status })
  expect(getRequests()).toEqual(['GET /auth/validate'])
})

test('rejects a login response in another format', async () => {
  mockBackend(undefined, { welcome: 'to our hotel' })
  await expect(fetchSession()).rejects.toBeInstanceOf(ApiError)
  expect(stored.size).toBe(0)
})

test('concurrent calls share one login; after a failure the next call logs in again', async () => {
  mockBackend(undefined, createError(503))
  const both = await Promise.allSettled([fetchSession(), fetchSession()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(getRequests()).toEqual(['POST /auth/guest'])
  mockBackend(undefined, login)
  await fetchSession()
  expect(getRequests()).toEqual(['POST /auth/guest', 'POST /auth/guest'])
})

test('requirements §8: logs an error once', async () => {
  const cause = new Error('The captcha script could not be loaded')
  vi.mocked(getCaptchaToken).mockRejectedValueOnce(cause)
  await expect(fetchSession()).rejects.toBe(cause)
  expect(log).toHaveBeenCalledExactlyOnceWith('Guest session failed to start', cause)
  mockBackend(undefined, login)
  expect(await fetchSession()).toBe(true)
  expect(log).toHaveBeenCalledOnce()
})
