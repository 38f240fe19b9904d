import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createBrowserStorage } from '#src/api/browser-storage.ts'
import { contactService } from '#src/api/contact-service.ts'
import { ApiError } from '#src/api/http-client.ts'
import {
  createSubmission,
  getErrorText,
  getFieldErrors,
  getFieldsToRestore,
  isIdempotencyKeyReused,
  readContactDraft,
  saveContactDraft,
  submitContactForm,
  toastTexts,
  updateContactDraft,
} from './use-contact-submission.ts'

vi.mock('#src/api/contact-service.ts', () => ({ contactService: { sendEmail: vi.fn() } }))

const session = createBrowserStorage(() => undefined)
const message = { name: 'Ada', email: 'ada@engine.example', message: 'Sixteen miles.' }
const values = { ...message, website: '' }
const unfinishedText = { name: 'Ada', email: 'ada@', message: 'Sixteen\nmiles' }
const emptyText = { name: '', email: '', message: '' }
const lastAttempt = { key: '7c1ad0f3-5a0e-4a57-9a3f-1d2b6f0f8c11', message }
const createError = (status: number, code = 'code', fields?: Record<string, string>) =>
  new ApiError('POST /contact', { status, code, fields })

describe('submitContactForm', () => {
  const storages = { local: createBrowserStorage(() => undefined), session }
  const send = vi.mocked(contactService.sendEmail)
  const submit = (changes = {}) => submitContactForm({ ...values, ...changes }, new QueryClient(), storages)
  const getKeys = () => send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)

  beforeEach(() => {
    send.mockReset()
    saveContactDraft(session, { text: message, startedAt: Date.now() - 30_000 })
  })

  test('removes the draft when the backend has accepted the message', async () => {
    await submit()
    expect(send).toHaveBeenCalledOnce()
    expect(readContactDraft(session)).toBeUndefined()
  })

  test('stores the attempt before the request, so that a submit after a reload sends the same key', async () => {
    send.mockImplementation(async ({ idempotencyKey }) =>
      expect(readContactDraft(session)?.tried).toEqual({ key: idempotencyKey, message }),
    )
    await submit()
    expect(send).toHaveBeenCalledOnce()
  })

  test('keeps the draft after a failure, and creates a new key only for a changed message', async () => {
    send.mockRejectedValue(createError(503, 'unavailable'))
    for (const text of ['One', 'One', 'Two'])
      await expect(submit({ message: text })).rejects.toMatchObject({ status: 503 })
    const [first, second, third] = getKeys()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    expect(readContactDraft(session)?.text).toEqual(message)
  })

  test('replaces a key that a duplicate of this tab has used for another message', async () => {
    send.mockRejectedValueOnce(createError(409, 'key_reused'))
    await submit()
    expect(new Set(getKeys()).size).toBe(2)
    expect(readContactDraft(session)).toBeUndefined()
  })

  test('sends the message without a draft, for example after the storage was cleared', async () => {
    saveContactDraft(session, undefined)
    await submit()
    expect(send.mock.calls[0]?.[0].request).toMatchObject(message)
  })
})

describe('createSubmission', () => {
  test('contains the message, the elapsed time in whole ms and a key', () => {
    const { idempotencyKey, request } = createSubmission({ startedAt: 1_000.4 }, values, 10_000)
    expect(request).toEqual({ ...message, elapsed: 9_000 })
    expect(idempotencyKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('contains the honeypot if it is filled', () => {
    const website = 'https://spam.example'
    expect(createSubmission({ startedAt: 0 }, { ...values, website }, 1).request.website).toBe(website)
  })

  test('reuses the key for the same message; the elapsed time increases', () => {
    expect(createSubmission({ startedAt: 1_000, tried: lastAttempt }, values, 99_000)).toEqual({
      idempotencyKey: lastAttempt.key,
      request: { ...message, elapsed: 98_000 },
    })
  })

  test.each(['name', 'email', 'message'] as const)('creates a new key if the %s differs', (field) => {
    const { idempotencyKey, request } = createSubmission(
      { startedAt: 1_000, tried: lastAttempt },
      { ...values, [field]: 'other' },
      20_000,
    )
    expect(idempotencyKey).not.toBe(lastAttempt.key)
    expect(request).toMatchObject({ [field]: 'other', elapsed: 19_000 })
  })

  test('sends an elapsed time of 0 if the clock was set back', () => {
    expect(createSubmission({ startedAt: 5_000 }, values, 4_000).request.elapsed).toBe(0)
  })
})

describe('errors', () => {
  const texts = { rateLimitText: 'Please wait a minute.', offlineText: 'You seem to be offline.' }
  const noResponseError = new ApiError('POST /contact', { code: 'no_answer' })

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
    [new Error('The captcha script could not be loaded'), false, texts.offlineText],
  ])('%s, online: %s: %s', (cause, onLine, text) => {
    vi.stubGlobal('navigator', { onLine })
    expect(getErrorText(cause, toastTexts.notSent, texts)).toBe(text)
  })

  test('returns the field errors of the backend in the order of the form', () => {
    const fields = { message: 'Message is required.', elapsed: 'x', name: 'Name is required.' }
    expect(getFieldErrors(createError(422, 'code', fields))).toEqual([
      ['name', 'Name is required.'],
      ['message', 'Message is required.'],
    ])
    expect(getFieldErrors(createError(500))).toEqual([])
    expect(getFieldErrors(new Error('other'))).toEqual([])
  })

  test('detects a reused key by its error code', () => {
    expect(isIdempotencyKeyReused(createError(409, 'key_reused'))).toBe(true)
    expect(isIdempotencyKeyReused(createError(409))).toBe(false)
  })
})

describe('draft', () => {
  const draft = { text: unfinishedText, startedAt: 7, tried: lastAttempt }

  test('keeps the text, valid or not, the start time and the last attempt', () => {
    saveContactDraft(session, draft)
    expect(readContactDraft(session)).toEqual(draft)
    saveContactDraft(session, undefined)
    expect(session.get('contact-draft')).toBeNull()
    expect(readContactDraft(session)).toBeUndefined()
  })

  test.each(['', '{', 'null', '{"text":{"name":1},"startedAt":7}'])('ignores an invalid draft: %j', (invalidDraft) => {
    session.set('contact-draft', invalidDraft)
    expect(readContactDraft(session)).toBeUndefined()
  })

  test('does not overwrite a field that has text', () => {
    expect(getFieldsToRestore(draft, emptyText)).toEqual(Object.entries(unfinishedText))
    expect(getFieldsToRestore(draft, { name: 'Grace', email: '', message: 'x' })).toEqual([['email', 'ada@']])
    expect(getFieldsToRestore(undefined, unfinishedText)).toEqual([])
  })

  test('sets the start time at the first character only', () => {
    const firstText = { ...unfinishedText, message: '' }
    const first = updateContactDraft(undefined, firstText, 1_000)
    expect(first).toEqual({ startedAt: 1_000, text: firstText })
    expect(updateContactDraft(first, unfinishedText, 5_000)).toEqual({ startedAt: 1_000, text: unfinishedText })
  })

  test('keeps the last attempt after a change: only the next submission can compare the messages', () => {
    expect(updateContactDraft(draft, { ...unfinishedText, name: 'Grace' }, 1)).toHaveProperty('tried', lastAttempt)
  })

  test('is removed if all fields are empty', () => {
    expect(updateContactDraft(draft, emptyText, 1)).toBeUndefined()
  })
})
