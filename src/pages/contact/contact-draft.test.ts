import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createBrowserStorage } from '#src/api/browser-storage.ts'
import {
  createSubmission,
  getFieldsToRestore,
  readContactDraft,
  saveContactDraft,
  updateContactDraft,
} from './contact-draft.ts'

const text = { name: 'Ada', email: 'ada@', message: 'Sixteen\nmiles' }
const message = { name: 'Ada', email: 'ada@engine.example', message: 'Sixteen miles.' }
const values = { ...message, website: '' }
const lastAttempt = { key: '7c1ad0f3-5a0e-4a57-9a3f-1d2b6f0f8c11', message }
const storage = new Map<string, string>()
const session = createBrowserStorage(() => sessionStorage)

beforeEach(() => {
  storage.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
})

describe('stored draft', () => {
  test('keeps the text, valid or not, the start time and the last attempt', () => {
    const draft = { text, startedAt: 7, tried: lastAttempt }
    saveContactDraft(session, draft)
    expect(readContactDraft(session)).toEqual(draft)
    saveContactDraft(session, undefined)
    expect([readContactDraft(session), storage.size]).toEqual([undefined, 0])
  })

  test.each(['', '{', 'null', '{"text":{"name":1},"startedAt":7}'])('ignores an invalid draft: %j', (invalidDraft) => {
    storage.set('contact-draft', invalidDraft)
    expect(readContactDraft(session)).toBeUndefined()
  })

  test('does not overwrite a field that has text', () => {
    const draft = { text, startedAt: 7 }
    expect(getFieldsToRestore(draft, { name: '', email: '', message: '' })).toEqual(Object.entries(text))
    expect(getFieldsToRestore(draft, { name: 'Grace', email: '', message: 'x' })).toEqual([['email', 'ada@']])
    expect(getFieldsToRestore(undefined, text)).toEqual([])
  })
})

describe('updateContactDraft', () => {
  test('sets the start time at the first character only', () => {
    const first = updateContactDraft(undefined, { ...text, message: '' }, 1_000)
    expect(first).toEqual({ startedAt: 1_000, text: { ...text, message: '' } })
    expect(updateContactDraft(first, text, 5_000)).toEqual({ startedAt: 1_000, text })
  })

  test('keeps the last attempt: only the next submission can compare the messages', () => {
    expect(
      updateContactDraft({ text, startedAt: 0, tried: lastAttempt }, { ...text, name: 'Grace' }, 1),
    ).toHaveProperty('tried', lastAttempt)
  })

  test('returns no draft if all fields are empty', () => {
    expect(updateContactDraft({ text, startedAt: 0 }, { name: '', email: '', message: '' }, 1)).toBeUndefined()
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

  test('reuses the key for the same message after a reload; the elapsed time increases', () => {
    saveContactDraft(session, { text, startedAt: 1_000, tried: lastAttempt })
    const draft = readContactDraft(session)
    expect(draft && createSubmission(draft, values, 99_000)).toEqual({
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
