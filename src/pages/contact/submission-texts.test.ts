import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { getErrorText, getFieldErrors, isIdempotencyKeyReused, toastTexts } from './submission-texts.ts'

const texts = { rateLimitText: 'Please wait a minute.', offlineText: 'You seem to be offline.' }
const createError = (status: number, fields?: Record<string, string>) =>
  new ApiError('POST /contact', { status, code: 'code', fields })
const noResponseError = new ApiError('POST /contact', { code: 'no_answer' })

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
})

test('requirements §8: the exact texts of the toasts', () => {
  expect(toastTexts).toEqual({
    sent: 'Message sent successfullly!',
    notSent: 'Something went wrong! Please try again.',
    noSession: 'Could not start session. Please try again',
  })
})

test.each([
  [createError(500), true, toastTexts.notSent],
  [createError(429), true, texts.rateLimitText],
  [createError(503), false, toastTexts.notSent],
  [noResponseError, true, toastTexts.notSent],
  [noResponseError, false, texts.offlineText],
  [new Error('The captcha’s script could not be loaded'), false, texts.offlineText],
])('%s, online: %s: %s', (cause, onLine, text) => {
  vi.stubGlobal('navigator', { onLine })
  expect(getErrorText(cause, toastTexts.notSent, texts)).toBe(text)
})

test('returns the field errors of the backend in the order of the form', () => {
  const cause = createError(422, { message: 'Message is required.', elapsed: 'x', name: 'Name is required.' })
  expect(getFieldErrors(cause)).toEqual([
    ['name', 'Name is required.'],
    ['message', 'Message is required.'],
  ])
  expect(getFieldErrors(createError(500))).toEqual([])
  expect(getFieldErrors(new Error('other'))).toEqual([])
})

test('detects a reused key by its error code', () => {
  expect(isIdempotencyKeyReused(new ApiError('POST /contact', { status: 409, code: 'key_reused' }))).toBe(true)
  expect(isIdempotencyKeyReused(createError(409))).toBe(false)
})
