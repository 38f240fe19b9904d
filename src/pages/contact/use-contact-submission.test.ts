import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { contactService } from '#src/api/contact-service.ts'
import { readContactDraft, saveContactDraft } from './contact-draft.ts'
import { submitContactForm } from './use-contact-submission.ts'

vi.mock('#src/api/contact-service.ts', () => ({ contactService: { sendEmail: vi.fn() } }))

const send = vi.mocked(contactService.sendEmail)
const text = { name: 'Ada', email: 'ada@engine.example', message: 'Sixteen miles.' }
const values = { ...text, website: '' }
const createError = (status: number, code: string) => new ApiError('POST /contact', { status, code })
const getKeys = () => send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)

beforeEach(() => {
  send.mockReset()
  vi.stubGlobal('sessionStorage', undefined) // uses the in-memory fallback
  saveContactDraft({ text, startedAt: Date.now() - 30_000 })
})

test('removes the draft when the backend has accepted the message', async () => {
  await submitContactForm(values)
  expect(send).toHaveBeenCalledOnce()
  expect(readContactDraft()).toBeUndefined()
})

test('stores the attempt before the request, so that a submit after a reload sends the same key', async () => {
  send.mockImplementation(async (submission) =>
    expect(readContactDraft()?.tried).toEqual({ key: submission.idempotencyKey, message: text }),
  )
  await submitContactForm(values)
  expect(send).toHaveBeenCalledOnce()
})

test('keeps the draft after a failure, and creates a new key only for a changed message', async () => {
  send.mockRejectedValue(createError(503, 'unavailable'))
  for (const message of ['One', 'One', 'Two'])
    await expect(submitContactForm({ ...values, message })).rejects.toMatchObject({ status: 503 })
  const [first, second, third] = getKeys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(readContactDraft()?.text).toEqual(text)
})

test('replaces a key that a duplicate of this tab has used for another message', async () => {
  send.mockRejectedValueOnce(createError(409, 'key_reused'))
  await submitContactForm(values)
  expect(new Set(getKeys()).size).toBe(2)
  expect(readContactDraft()).toBeUndefined()
})

test('sends the message without a draft, for example after the storage was cleared', async () => {
  saveContactDraft(undefined)
  await submitContactForm(values)
  expect(send.mock.calls[0]?.[0].request).toMatchObject(text)
})
