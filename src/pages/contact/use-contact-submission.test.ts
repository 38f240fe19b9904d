import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { contactService } from '#src/api/contact-service.ts'
import { readContactDraft, saveContactDraft } from './contact-draft.ts'
import { submitContactForm } from './use-contact-submission.ts'

vi.mock('#src/api/contact-service.ts', () => ({ contactService: { sendEmail: vi.fn() } }))

const send = vi.mocked(contactService.sendEmail)
const text = { name: 'Ada', email: 'ada@engine.example', message: 'Sixteen miles.' }
const filled = { ...text, website: '' }
const refused = (status: number, code: string) => new ApiError('POST /contact', { status, code })
const keys = () => send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)

beforeEach(() => {
  send.mockReset()
  vi.stubGlobal('sessionStorage', undefined) // the page’s memory does as well
  saveContactDraft({ text, startedAt: Date.now() - 30_000 })
})

test('the draft goes when the backend has the message', async () => {
  await submitContactForm(filled)
  expect(send).toHaveBeenCalledOnce()
  expect(readContactDraft()).toBeUndefined()
})

test('the attempt is noted before it is made: whoever reloads meanwhile sends the same', async () => {
  send.mockImplementation(async (sending) =>
    expect(readContactDraft()?.tried).toEqual({ key: sending.idempotencyKey, message: text }),
  )
  await submitContactForm(filled)
  expect(send).toHaveBeenCalledOnce()
})

test('after a failure the draft is there; the same message goes under the same key, a changed one under a new one', async () => {
  send.mockRejectedValue(refused(503, 'unavailable'))
  for (const message of ['One', 'One', 'Two'])
    await expect(submitContactForm({ ...filled, message })).rejects.toMatchObject({ status: 503 })
  const [first, second, third] = keys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(readContactDraft()?.text).toEqual(text)
})

test('a key that a copy of this tab has used for another message is given up', async () => {
  send.mockRejectedValueOnce(refused(409, 'key_reused'))
  await submitContactForm(filled)
  expect(new Set(keys()).size).toBe(2)
  expect(readContactDraft()).toBeUndefined()
})

test('without a draft, as after the storage was emptied, the message goes all the same', async () => {
  saveContactDraft(undefined)
  await submitContactForm(filled)
  expect(send.mock.calls[0]?.[0].request).toMatchObject(text)
})
