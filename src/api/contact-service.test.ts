import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBrowserStorage } from './browser-storage.ts'
import { contactService } from './contact-service.ts'
import { ApiError, sendApiRequest } from './http-client.ts'

vi.mock('./http-client.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./http-client.ts')>()),
  getBackendUrl: (path: string) => path,
  sendApiRequest: vi.fn(),
}))
vi.mock('./captcha.ts', () => ({ getCaptchaToken: async () => 'token' }))

const calls = vi.mocked(sendApiRequest)
const session = { sessionId: 'handle', expiresOn: new Date(Date.now() + 3_600_000).toISOString() }
const local = createBrowserStorage(() => undefined)
const context = { queryClient: new QueryClient(), local }
const getUrls = () => calls.mock.calls.map(([{ url }]) => url)
const key = '7c1ad0f3-5a0e-4a57-9a3f-1d2b6f0f8c11'
const request = { name: 'Ada', email: 'ada@engine.example', message: 'Sixteen miles.', elapsed: 9_000 }
const accepted = { messageId: 'm' }
const createError = (status: number) => new ApiError('POST /contact', { status, code: 'code' })
const log = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(() => {
  calls.mockReset()
  local.set('expiresOn', session.expiresOn)
})
afterEach(() => log.mockClear())

test.each(['postData', 'sendEmail'] as const)(
  'requirements §7: %s posts the message with its idempotency key',
  async (method) => {
    calls.mockResolvedValue(accepted)
    await contactService[method]({ request, idempotencyKey: key }, context)
    const headers = { 'Idempotency-Key': key }
    expect(calls.mock.calls).toEqual([[{ method: 'POST', url: '/contact', body: request, headers, local }]])
    expect(log).not.toHaveBeenCalled()
  },
)

test.each([401, 403])('renews an expired session (%d) and sends the message again', async (status) => {
  calls.mockRejectedValueOnce(createError(status)).mockResolvedValueOnce(session).mockResolvedValueOnce(accepted)
  await contactService.sendEmail({ request, idempotencyKey: key }, context)
  expect(getUrls()).toEqual(['/contact', '/auth/guest', '/contact'])
  expect(calls.mock.calls[2]).toEqual(calls.mock.calls[0])
  expect(log).not.toHaveBeenCalled()
})

test('renews the session only once', async () => {
  calls.mockImplementation(async ({ url }) => {
    if (url === '/auth/guest') return session
    throw createError(401)
  })
  await expect(contactService.sendEmail({ request, idempotencyKey: key }, context)).rejects.toMatchObject({
    status: 401,
  })
  expect(getUrls()).toEqual(['/contact', '/auth/guest', '/contact'])
})

test.each([400, 409, 422, 429, 500, 503])(
  'requirements §8: logs %d as an API error and rejects with it',
  async (status) => {
    const error = createError(status)
    calls.mockRejectedValue(error)
    await expect(contactService.sendEmail({ request, idempotencyKey: key }, context)).rejects.toBe(error)
    expect(log).toHaveBeenCalledExactlyOnceWith('API error', error)
    expect(getUrls()).toEqual(['/contact'])
  },
)

test('rejects a 200 response in another format', async () => {
  calls.mockResolvedValue(undefined)
  await expect(contactService.sendEmail({ request, idempotencyKey: key }, context)).rejects.toMatchObject({
    code: 'malformed_answer',
  })
})
