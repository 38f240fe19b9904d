import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/http-client.ts'
import { getFailureText, getFieldErrors, toastTexts } from './use-message-sending.ts'

const content = {
  rateLimitText: 'Please wait a minute.',
  offlineText: 'You seem to be offline.',
  phone: '(940) 555-0142',
  email: 'office@blackland.example',
}
const BLOCKED_COOKIES =
  'Your browser blocks cookies, which this form needs. Please call (940) 555-0142 or write to office@blackland.example.'
const createError = (status: number, code = 'code', fields?: Record<string, string>) =>
  new ApiError('POST /contact', { status, code, fields })
const noResponseError = new ApiError('POST /contact', { code: 'no_answer' })

afterEach(() => vi.unstubAllGlobals())

test('§8.1 §8.2 §8.3 the exact texts of the toasts', () => {
  expect(toastTexts).toEqual({
    sent: 'Message sent successfullly!',
    notSent: 'Something went wrong! Please try again.',
    noSession: 'Could not start session. Please try again',
  })
})

test.each([
  [createError(500), true, toastTexts.notSent],
  [createError(429), true, content.rateLimitText],
  [createError(503), false, toastTexts.notSent],
  [createError(401), true, toastTexts.notSent],
  [createError(401, 'no_session'), true, BLOCKED_COOKIES],
  [noResponseError, true, toastTexts.notSent],
  [noResponseError, false, content.offlineText],
  [new Error('The captcha script could not be loaded'), false, content.offlineText],
])('§8.2 §8.5 %s, online: %s: %s', (cause, onLine, text) => {
  vi.stubGlobal('navigator', { onLine })
  expect(getFailureText(cause, toastTexts.notSent, content)).toBe(text)
})

test('returns the field errors of the backend in the order of the form', () => {
  const fields = { message: 'Message is required.', elapsed: 'x', name: 'Name is required.' }
  expect(getFieldErrors(createError(422, 'code', fields))).toEqual([
    ['name', 'Name is required.'],
    ['message', 'Message is required.'],
  ])
  for (const error of [createError(500), new Error('other')]) expect(getFieldErrors(error)).toEqual([])
})
