import { beforeEach, describe, expect, test } from 'vitest'
import { CONTACT_FIELDS } from '#shared/contact-contract.ts'
import { createBrowserStorage } from '#src/api/browser-storage.ts'
import { createMessage } from '#tests/setup/messages.ts'
import { createAttempt, getFieldsToRestore, keepText, readContactDraft, saveContactDraft } from './contact-draft.ts'

const session = createBrowserStorage(() => undefined)
const message = createMessage()
const values = { ...message, website: '' }
const unfinishedText = { name: 'Ada', email: 'ada@', message: 'Sixteen\nmiles' }
const emptyText = { name: '', email: '', message: '' }

beforeEach(() => saveContactDraft(session, undefined))

describe('an attempt to send a message', () => {
  beforeEach(() => keepText(session, message, 1_000.4))

  test('contains the message, the elapsed time in whole ms and a key', () => {
    const { idempotencyKey, request } = createAttempt(session, values, 10_000)
    expect(request).toEqual({ ...message, elapsed: 9_000 })
    expect(idempotencyKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('contains the honeypot if it is filled, and an elapsed time of 0 if the clock was set back', () => {
    const website = 'https://spam.example'
    expect(createAttempt(session, { ...values, website }, 900).request).toEqual({ ...message, website, elapsed: 0 })
  })

  test('has the key of the last attempt for the same message, also after a reload; the elapsed time increases', () => {
    const first = createAttempt(session, values, 10_000)
    const { idempotencyKey } = first
    expect(createAttempt(session, values, 99_000)).toEqual({ idempotencyKey, request: { ...message, elapsed: 98_000 } })
    expect(readContactDraft(session)?.tried).toEqual({ key: first.idempotencyKey, message })
  })

  test.each(CONTACT_FIELDS)('has a new key if the %s differs', (field) => {
    const first = createAttempt(session, values, 10_000)
    const changed = createAttempt(session, { ...values, [field]: 'other@site.example' }, 20_000)
    expect(changed.idempotencyKey).not.toBe(first.idempotencyKey)
    expect(changed.request).toMatchObject({ [field]: 'other@site.example', elapsed: 19_000 })
  })

  test('is possible without a draft, for example after the storage was cleared', () => {
    saveContactDraft(session, undefined)
    expect(createAttempt(session, values, Date.now()).request).toMatchObject(message)
  })
})

describe('the draft', () => {
  test('keeps the text, valid or not, and the time of the first character', () => {
    keepText(session, { ...unfinishedText, message: '' }, 1_000)
    keepText(session, unfinishedText, 5_000)
    expect(readContactDraft(session)).toEqual({ text: unfinishedText, startedAt: 1_000 })
  })

  test('keeps the last attempt after a change: only the next attempt can compare the messages', () => {
    createAttempt(session, values, 1_000)
    keepText(session, { ...message, name: 'Grace' }, 2_000)
    expect(readContactDraft(session)?.tried?.message).toEqual(message)
  })

  test('is removed if all fields are empty', () => {
    keepText(session, unfinishedText, 1)
    keepText(session, emptyText, 2)
    expect(session.get('contact-draft')).toBeNull()
  })

  test('of another version of the site restores the fields that both have', () => {
    session.set('contact-draft', '{"text":{"name":"Ada","removed":"x"},"startedAt":7}')
    expect(getFieldsToRestore(session, emptyText)).toEqual([['name', 'Ada']])
  })

  test.each(['', '{', 'null', '{"text":{"name":1},"startedAt":7}'])(
    'is ignored if it is invalid: %j',
    (invalidDraft) => {
      session.set('contact-draft', invalidDraft)
      expect(readContactDraft(session)).toBeUndefined()
    },
  )

  test('does not overwrite a field that has text', () => {
    expect(getFieldsToRestore(session, unfinishedText)).toEqual([])
    keepText(session, unfinishedText, 1)
    expect(getFieldsToRestore(session, emptyText)).toEqual(Object.entries(unfinishedText))
    expect(getFieldsToRestore(session, { name: 'Grace', email: '', message: 'x' })).toEqual([['email', 'ada@']])
  })
})
