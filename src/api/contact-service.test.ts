import { environmentManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createBrowserStorage } from './browser-storage.ts'
import { getCaptchaToken } from './captcha.ts'
import { contactService, guestSessionQueryOptions, isLoggedIn } from './contact-service.ts'
import { ApiError, sendApiRequest } from './http-client.ts'

vi.mock('./captcha.ts', () => ({ getCaptchaToken: vi.fn(async () => 'token') }))
vi.mock('./http-client.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./http-client.ts')>()),
  getBackendUrl: (path: string) => path,
  sendApiRequest: vi.fn(),
}))

const calls = vi.mocked(sendApiRequest)
const log = vi.spyOn(console, 'error').mockImplementation(() => {})
const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
const login = { sessionId: 'handle', expiresOn: inAnHour }
let local = createBrowserStorage(() => undefined)
let queryClient = new QueryClient()
const getRequests = () => calls.mock.calls.map(([{ method, url }]) => `${method} ${url}`)
const createError = (status: number) => new ApiError('request', { status, code: 'code' })

/** Mocks the responses by URL. Errors are thrown. */
function mockBackend(responses: Readonly<Record<string, unknown>>) {
  calls.mockImplementation(async ({ url }) => {
    if (responses[url] instanceof Error) throw responses[url]
    return responses[url]
  })
}

beforeEach(() => {
  calls.mockReset()
  log.mockClear()
  local = createBrowserStorage(() => undefined)
  queryClient = new QueryClient()
})

describe('message', () => {
  const idempotencyKey = '7c1ad0f3-5a0e-4a57-9a3f-1d2b6f0f8c11'
  const request = { name: 'Ada', email: 'ada@engine.example', message: 'Sixteen miles.', elapsed: 9_000 }
  const accepted = { messageId: 'm' }
  const send = (method: 'postData' | 'sendEmail' = 'sendEmail') =>
    contactService[method]({ request, idempotencyKey }, { queryClient, local })

  beforeEach(() => local.set('expiresOn', inAnHour))

  test.each(['postData', 'sendEmail'] as const)(
    '§3.8 §7.3 §7.4 %s posts the message with its idempotency key',
    async (method) => {
      mockBackend({ '/contact': accepted })
      await send(method)
      const headers = { 'Idempotency-Key': idempotencyKey }
      expect(calls.mock.calls).toEqual([[{ method: 'POST', url: '/contact', body: request, headers, local }]])
      expect(log).not.toHaveBeenCalled()
    },
  )

  test.each([401, 403])('renews an expired session (%d) once, and sends the message again', async (status) => {
    mockBackend({ '/contact': accepted, '/auth/guest': login })
    calls.mockRejectedValueOnce(createError(status))
    await send()
    expect(calls.mock.calls[2]).toEqual(calls.mock.calls[0])
    expect(log).not.toHaveBeenCalled()
    calls.mockClear()
    mockBackend({ '/contact': createError(status), '/auth/guest': login })
    await expect(send()).rejects.toMatchObject({ status })
    expect(getRequests()).toEqual(['POST /contact', 'POST /auth/guest', 'POST /contact'])
    mockBackend({ '/contact': createError(status), '/auth/guest': createError(500) })
    await expect(send()).rejects.toMatchObject({ status: 500 })
    expect([local.get('sessionId'), local.get('expiresOn')], 'the session is forgotten').toEqual([null, null])
  })

  test.each([400, 409, 422, 429, 500, 503])('§8.6 logs %d as an API error and rejects with it', async (status) => {
    const error = createError(status)
    mockBackend({ '/contact': error })
    await expect(send()).rejects.toBe(error)
    expect(log).toHaveBeenCalledExactlyOnceWith('API error', error)
    expect(getRequests()).toEqual(['POST /contact'])
  })

  test('rejects a 200 response in another format', async () => {
    mockBackend({ '/contact': undefined })
    await expect(send()).rejects.toEqual(new ApiError('POST /contact', { status: 200, code: 'malformed_answer' }))
  })
})

describe('guest session', () => {
  const fetchSession = () => queryClient.fetchQuery(guestSessionQueryOptions(local))

  test.each([
    [undefined, false],
    ['', false],
    ['soon', false],
    [new Date(Date.now() - 1_000).toISOString(), false],
    [inAnHour, true],
  ])('§4.7 only a valid expiry date in the future means logged in (%j)', (expiry, expected) => {
    if (expiry !== undefined) local.set('expiresOn', expiry)
    expect(isLoggedIn(local)).toBe(expected)
  })

  test('§3.9 §3.10 §4.8 §7.2 logs in with a captcha token and stores session id and expiry', async () => {
    mockBackend({ '/auth/guest': login })
    await fetchSession()
    expect(calls.mock.calls).toEqual([[{ method: 'POST', url: '/auth/guest', body: { token: 'token' }, local }]])
    expect({ sessionId: local.get('sessionId'), expiresOn: local.get('expiresOn') }).toEqual(login)
  })

  test('§4.6 uses a session that the server accepts', async () => {
    local.set('expiresOn', inAnHour)
    mockBackend({ '/auth/guest': login })
    await fetchSession()
    expect(getRequests()).toEqual(['GET /auth/validate'])
  })

  test.each([401, 403])('§4.6 §4.8 §4.11 logs in again if the validation responds with %d', async (status) => {
    local.set('expiresOn', inAnHour)
    mockBackend({ '/auth/validate': createError(status), '/auth/guest': login })
    await fetchSession()
    expect(getRequests()).toEqual(['GET /auth/validate', 'POST /auth/guest'])
  })

  test.each([500, 503, 404])('§4.6 rejects if the validation responds with %d', async (status) => {
    local.set('expiresOn', inAnHour)
    mockBackend({ '/auth/validate': createError(status), '/auth/guest': login })
    await expect(fetchSession()).rejects.toMatchObject({ status })
    expect(getRequests()).toEqual(['GET /auth/validate'])
  })

  test('on a page, it is tried once, also when the visitor comes back or the browser reports no connection', async () => {
    environmentManager.setIsServer(() => false) // a server has no timers
    onlineManager.setOnline(false)
    vi.useFakeTimers()
    mockBackend({ '/auth/guest': createError(500) })
    const unsubscribe = new QueryObserver(queryClient, guestSessionQueryOptions(local)).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(60_000)
    queryClient.getQueryCache().onFocus()
    queryClient.getQueryCache().onOnline()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(getRequests()).toEqual(['POST /auth/guest'])
    unsubscribe()
    vi.useRealTimers()
    onlineManager.setOnline(true)
  })

  test('rejects a login response in another format', async () => {
    mockBackend({ '/auth/guest': { welcome: 'to our hotel' } })
    const error = new ApiError('POST /auth/guest', { status: 200, code: 'malformed_answer' })
    await expect(fetchSession()).rejects.toEqual(error)
    expect([local.get('sessionId'), local.get('expiresOn')]).toEqual([null, null])
  })

  test('§4.9 §8.4 logs an error once: concurrent calls share one login, and after a failure the next call logs in again', async () => {
    const cause = new Error('The captcha script could not be loaded')
    vi.mocked(getCaptchaToken).mockRejectedValueOnce(cause)
    const both = await Promise.allSettled([fetchSession(), fetchSession()])
    expect(both).toEqual(Array(2).fill({ status: 'rejected', reason: cause }))
    mockBackend({ '/auth/guest': login })
    expect(await fetchSession()).toBe(true)
    expect(getRequests()).toEqual(['POST /auth/guest'])
    expect(log).toHaveBeenCalledExactlyOnceWith('Guest session failed to start', cause)
  })
})
