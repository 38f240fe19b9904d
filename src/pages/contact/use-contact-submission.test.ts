import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { createBrowserStorage } from '#src/api/browser-storage.ts'
import { contactService } from '#src/api/contact-service.ts'
import { ApiError } from '#src/api/http-client.ts'
import { readContactDraft, saveContactDraft } from './contact-draft.ts'
import {
  getErrorText,
  getFieldErrors,
  isIdempotencyKeyReused,
  submitContactForm,
  toastTexts,
} from './use-contact-submission.ts'

vi.mock('#src/api/contact-service.ts', () => ({ contactService: { sendEmail: vi.fn() } }))

const session = createBrowserStorage(() => undefined)
const storages = { local: createBrowserStorage(() => undefined), session }
const queryClient = new QueryClient()
const send = vi.mocked(contactService.sendEmail)
const text = { name: 'Ada', email: 'ada@engine.example', message: 'Sixteen miles.' }
const values = { ...text, website: '' }
const createError = (status: number, code: string) => new ApiError('POST /contact', { status, code })
const getKeys = () => send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)

beforeEach(() => {
  send.mockReset()
  saveContactDraft(session, { text, startedAt: Date.now() - 30_000 })
})

test('removes the draft when the backend has accepted the message', async () => {
  await submitContactForm(values, queryClient, storages)
  expect(send).toHaveBeenCalledOnce()
  expect(readContactDraft(session)).toBeUndefined()
})

test('stores the attempt before the request, so that a submit after a reload sends the same key', async () => {
  send.mockImplementation(async (submission) =>
    expect(readContactDraft(session)?.tried).toEqual({ key: submission.idempotencyKey, message: text }),
  )
  await submitContactForm(values, queryClient, storages)
  expect(send).toHaveBeenCalledOnce()
})

test('keeps the draft after a failure, and creates a new key only for a changed message', async () => {
  send.mockRejectedValue(createError(503, 'unavailable'))
  for (const message of ['One', 'One', 'Two'])
    await expect(submitContactForm({ ...values, message }, queryClient, storages)).rejects.toMatchObject({
      status: 503,
    })
  const [first, second, third] = getKeys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(readContactDraft(session)?.text).toEqual(text)
})

test('replaces a key that a duplicate of this tab has used for another message', async () => {
  send.mockRejectedValueOnce(createError(409, 'key_reused'))
  await submitContactForm(values, queryClient, storages)
  expect(new Set(getKeys()).size).toBe(2)
  expect(readContactDraft(session)).toBeUndefined()
})

test('sends the message without a draft, for example after the storage was cleared', async () => {
  saveContactDraft(session, undefined)
  await submitContactForm(values, queryClient, storages)
  expect(send.mock.calls[0]?.[0].request).toMatchObject(text)
})

const texts = { rateLimitText: 'Please wait a minute.', offlineText: 'You seem to be offline.' }
const createResponseError = (status: number, fields?: Record<string, string>) =>
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
  [createResponseError(500), true, toastTexts.notSent],
  [createResponseError(429), true, texts.rateLimitText],
  [createResponseError(503), false, toastTexts.notSent],
  [noResponseError, true, toastTexts.notSent],
  [noResponseError, false, texts.offlineText],
  [new Error('The captcha script could not be loaded'), false, texts.offlineText],
])('%s, online: %s: %s', (cause, onLine, text) => {
  vi.stubGlobal('navigator', { onLine })
  expect(getErrorText(cause, toastTexts.notSent, texts)).toBe(text)
})

test('returns the field errors of the backend in the order of the form', () => {
  const cause = createResponseError(422, { message: 'Message is required.', elapsed: 'x', name: 'Name is required.' })
  expect(getFieldErrors(cause)).toEqual([
    ['name', 'Name is required.'],
    ['message', 'Message is required.'],
  ])
  expect(getFieldErrors(createResponseError(500))).toEqual([])
  expect(getFieldErrors(new Error('other'))).toEqual([])
})

test('detects a reused key by its error code', () => {
  expect(isIdempotencyKeyReused(new ApiError('POST /contact', { status: 409, code: 'key_reused' }))).toBe(true)
  expect(isIdempotencyKeyReused(createResponseError(409))).toBe(false)
})
