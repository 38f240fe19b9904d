import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createSubmission,
  getFieldsToRestore,
  readContactDraft,
  saveContactDraft,
  updateContactDraft,
} from './contact-draft.ts'

const text = { name: 'Ada', email: 'ada@', message: 'Sixteen\nmiles' }
const message = { name: 'Ada', email: 'ada@engine.example', message: 'Sixteen miles.' }
const filled = { ...message, website: '' }
const tried = { key: '7c1ad0f3-5a0e-4a57-9a3f-1d2b6f0f8c11', message }
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

describe('what survives a reload', () => {
  test('text, right or wrong, its beginning and what was tried', () => {
    const draft = { text, startedAt: 7, tried }
    saveContactDraft(draft)
    expect(readContactDraft()).toEqual(draft)
    saveContactDraft(undefined)
    expect([readContactDraft(), kept.size]).toEqual([undefined, 0])
  })

  test.each(['', '{', 'null', '{"text":{"name":1},"startedAt":7}'])('what is no draft is none: %j', (broken) => {
    kept.set('contact-draft', broken)
    expect(readContactDraft()).toBeUndefined()
  })

  test('what stands in a field wins', () => {
    const draft = { text, startedAt: 7 }
    expect(getFieldsToRestore(draft, { name: '', email: '', message: '' })).toEqual(Object.entries(text))
    expect(getFieldsToRestore(draft, { name: 'Grace', email: '', message: 'x' })).toEqual([['email', 'ada@']])
    expect(getFieldsToRestore(undefined, text)).toEqual([])
  })
})

describe('a change', () => {
  test('the first character starts the clock; later ones do not', () => {
    const first = updateContactDraft(undefined, { ...text, message: '' }, 1_000)
    expect(first).toEqual({ startedAt: 1_000, text: { ...text, message: '' } })
    expect(updateContactDraft(first, text, 5_000)).toEqual({ startedAt: 1_000, text })
  })

  test('keeps what was tried: only the next sending can tell whether it is the same message', () => {
    expect(updateContactDraft({ text, startedAt: 0, tried }, { ...text, name: 'Grace' }, 1)).toHaveProperty(
      'tried',
      tried,
    )
  })

  test('of everything to nothing leaves no draft', () => {
    expect(updateContactDraft({ text, startedAt: 0 }, { name: '', email: '', message: '' }, 1)).toBeUndefined()
  })
})

describe('a sending', () => {
  test('has the message, the time that it took in whole ms, and a key', () => {
    const { idempotencyKey, request } = createSubmission({ startedAt: 1_000.4 }, filled, 10_000)
    expect(request).toEqual({ ...message, elapsed: 9_000 })
    expect(idempotencyKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('has the honeypot where a program filled it', () => {
    const website = 'https://spam.example'
    expect(createSubmission({ startedAt: 0 }, { ...filled, website }, 1).request.website).toBe(website)
  })

  test('of the same words has the same key, after a reload too; the time goes on', () => {
    saveContactDraft({ text, startedAt: 1_000, tried })
    const draft = readContactDraft()
    expect(draft && createSubmission(draft, filled, 99_000)).toEqual({
      idempotencyKey: tried.key,
      request: { ...message, elapsed: 98_000 },
    })
  })

  test.each(['name', 'email', 'message'] as const)('of another %s has a new one', (field) => {
    const { idempotencyKey, request } = createSubmission(
      { startedAt: 1_000, tried },
      { ...filled, [field]: 'other' },
      20_000,
    )
    expect(idempotencyKey).not.toBe(tried.key)
    expect(request).toMatchObject({ [field]: 'other', elapsed: 19_000 })
  })

  test('took no time where the clock was set back', () => {
    expect(createSubmission({ startedAt: 5_000 }, filled, 4_000).request.elapsed).toBe(0)
  })
})
