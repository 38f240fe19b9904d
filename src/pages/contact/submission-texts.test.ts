import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { getErrorText, getFieldErrors, isIdempotencyKeyReused, toastTexts } from './submission-texts.ts'

const texts = { rateLimitText: 'Please wait a minute.', offlineText: 'You seem to be offline.' }
const answered = (status: number, fields?: Record<string, string>) =>
  new ApiError('POST /contact', { status, code: 'code', fields })
const unanswered = new ApiError('POST /contact', { code: 'no_answer' })

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
})

test('requirements §8: the toasts, word for word', () => {
  expect(toastTexts).toEqual({
    sent: 'Message sent successfullly!',
    notSent: 'Something went wrong! Please try again.',
    noSession: 'Could not start session. Please try again',
  })
})

test.each([
  [answered(500), true, toastTexts.notSent],
  [answered(429), true, texts.rateLimitText],
  [answered(503), false, toastTexts.notSent],
  [unanswered, true, toastTexts.notSent],
  [unanswered, false, texts.offlineText],
  [new Error('The captcha’s script could not be loaded'), false, texts.offlineText],
])('%s, online: %s: %s', (cause, onLine, words) => {
  vi.stubGlobal('navigator', { onLine })
  expect(getErrorText(cause, toastTexts.notSent, texts)).toBe(words)
})

test('what the backend finds wrong is told at the fields, in their order', () => {
  const cause = answered(422, { message: 'Message is required.', elapsed: 'x', name: 'Name is required.' })
  expect(getFieldErrors(cause)).toEqual([
    ['name', 'Name is required.'],
    ['message', 'Message is required.'],
  ])
  expect(getFieldErrors(answered(500))).toEqual([])
  expect(getFieldErrors(new Error('other'))).toEqual([])
})

test('a used key is known by its code', () => {
  expect(isIdempotencyKeyReused(new ApiError('POST /contact', { status: 409, code: 'key_reused' }))).toBe(true)
  expect(isIdempotencyKeyReused(answered(409))).toBe(false)
})
