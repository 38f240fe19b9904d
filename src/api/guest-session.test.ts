import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { getCaptchaToken } from './captcha.ts'
import { ensureGuestSession, isLoggedIn, startGuestSession } from './guest-session.ts'
import { sendApiRequest } from './http-client.ts'

vi.mock('./captcha.ts', () => ({ getCaptchaToken: vi.fn(async () => 'token') }))
vi.mock('./http-client.ts', () => ({ getBackendUrl: (path: string) => path, sendApiRequest: vi.fn() }))

const calls = vi.mocked(sendApiRequest)
const kept = new Map<string, string>()
const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
const login = { sessionId: 'handle', expiresOn: inAnHour }
const asked = () => calls.mock.calls.map(([{ method, url }]) => `${method} ${url}`)
const refused = (status: number) => new ApiError('request', { status, code: 'code' })

/** What the backend answers to `GET /auth/validate` and `POST /auth/guest`; an error is thrown. */
function backend(validate: unknown, guest: unknown) {
  calls.mockImplementation(async ({ url }) => {
    const answer = url === '/auth/validate' ? validate : guest
    if (answer instanceof Error) throw answer
    return answer
  })
}

beforeEach(() => {
  calls.mockReset()
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test.each([
  [undefined, false],
  ['', false],
  ['soon', false],
  [new Date(Date.now() - 1_000).toISOString(), false],
  [inAnHour, true],
])('requirements §4: an expiry of %j counts only if it parses and lies in the future', (expiry, expected) => {
  if (expiry !== undefined) kept.set('expiresOn', expiry)
  expect(isLoggedIn()).toBe(expected)
})

test('requirements §7: without a session a guest login with the captcha’s token; session id and expiry are kept', async () => {
  backend(undefined, login)
  await ensureGuestSession()
  expect(calls.mock.calls).toEqual([[{ method: 'POST', url: '/auth/guest', body: { token: 'token' } }]])
  expect(Object.fromEntries(kept)).toEqual(login)
})

test('requirements §4: a session that the server finds valid is used', async () => {
  kept.set('expiresOn', inAnHour)
  backend(undefined, login)
  await ensureGuestSession()
  expect(asked()).toEqual(['GET /auth/validate'])
})

test.each([401, 403])(
  'requirements §8: validate answers %d: the session is invalid, and a login follows',
  async (status) => {
    kept.set('expiresOn', inAnHour)
    backend(refused(status), login)
    await ensureGuestSession()
    expect(asked()).toEqual(['GET /auth/validate', 'POST /auth/guest'])
  },
)

test.each([500, 503, 404])('requirements §4: validate answers %d: that is passed on', async (status) => {
  kept.set('expiresOn', inAnHour)
  backend(refused(status), login)
  await expect(ensureGuestSession()).rejects.toMatchObject({ status })
  expect(asked()).toEqual(['GET /auth/validate'])
})

test('a login that is no login is an error', async () => {
  backend(undefined, { welcome: 'to our hotel' })
  await expect(ensureGuestSession()).rejects.toBeInstanceOf(ApiError)
  expect(kept.size).toBe(0)
})

test('two who ask at once share one login; after it has failed the next one tries again', async () => {
  backend(undefined, refused(503))
  const both = await Promise.allSettled([ensureGuestSession(), ensureGuestSession()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(asked()).toEqual(['POST /auth/guest'])
  backend(undefined, login)
  await ensureGuestSession()
  expect(asked()).toEqual(['POST /auth/guest', 'POST /auth/guest'])
})

test('requirements §8: at the start of the page a failure is logged only', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const cause = new Error('The captcha’s script could not be loaded')
  vi.mocked(getCaptchaToken).mockRejectedValueOnce(cause)
  expect(await startGuestSession()).toBe(false)
  expect(log).toHaveBeenCalledExactlyOnceWith('Guest session failed to start', cause)
  backend(undefined, login)
  expect(await startGuestSession()).toBe(true)
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})
