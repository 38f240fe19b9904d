import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { contactService } from './contact-service.ts'
import { logInAsGuest } from './guest-session.ts'
import { sendApiRequest } from './http-client.ts'

vi.mock('./http-client.ts', () => ({ getBackendUrl: (path: string) => path, sendApiRequest: vi.fn() }))
vi.mock('./guest-session.ts', () => ({ logInAsGuest: vi.fn(async () => {}) }))

const calls = vi.mocked(sendApiRequest)
const key = '7c1ad0f3-5a0e-4a57-9a3f-1d2b6f0f8c11'
const request = { name: 'Ada', email: 'ada@engine.example', message: 'Sixteen miles.', elapsed: 9_000 }
const accepted = { messageId: 'm' }
const createError = (status: number) => new ApiError('POST /contact', { status, code: 'code' })
const log = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(() => {
  calls.mockReset()
  vi.mocked(logInAsGuest).mockReset()
})
afterEach(() => log.mockClear())

test.each(['postData', 'sendEmail'] as const)(
  'requirements §7: %s posts the message with its idempotency key',
  async (method) => {
    calls.mockResolvedValue(accepted)
    await contactService[method]({ request, idempotencyKey: key })
    const headers = { 'Idempotency-Key': key }
    expect(calls.mock.calls).toEqual([[{ method: 'POST', url: '/contact', body: request, headers }]])
    expect(log).not.toHaveBeenCalled()
  },
)

test.each([401, 403])('renews an expired session (%d) without logging and sends the message again', async (status) => {
  calls.mockRejectedValueOnce(createError(status)).mockResolvedValueOnce(accepted)
  await contactService.sendEmail({ request, idempotencyKey: key })
  expect(logInAsGuest).toHaveBeenCalledOnce()
  expect(calls.mock.calls[1]).toEqual(calls.mock.calls[0])
  expect(log).not.toHaveBeenCalled()
})

test('renews the session only once', async () => {
  calls.mockRejectedValue(createError(401))
  await expect(contactService.sendEmail({ request, idempotencyKey: key })).rejects.toMatchObject({ status: 401 })
  expect(logInAsGuest).toHaveBeenCalledOnce()
  expect(calls).toHaveBeenCalledTimes(2)
})

test.each([400, 409, 422, 429, 500, 503])(
  'requirements §8: logs a %d response as an API error and rethrows it',
  async (status) => {
    const error = createError(status)
    calls.mockRejectedValue(error)
    await expect(contactService.sendEmail({ request, idempotencyKey: key })).rejects.toBe(error)
    expect(log).toHaveBeenCalledExactlyOnceWith('API error', error)
    expect(logInAsGuest).not.toHaveBeenCalled()
  },
)

test('rejects a 200 response that is not the backend’s', async () => {
  calls.mockResolvedValue(undefined)
  await expect(contactService.sendEmail({ request, idempotencyKey: key })).rejects.toMatchObject({
    code: 'malformed_answer',
  })
})
