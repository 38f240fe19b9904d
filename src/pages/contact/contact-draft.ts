import { useCallback } from 'react'
import type { UseFormGetValues, UseFormSetValue } from 'react-hook-form'
import * as z from 'zod/mini'
import { type ContactMessage, contactMessageSchema } from '#server/api/contract.ts'
import { createBrowserStorage } from '#src/api/browser-storage.ts'
import type { ContactSubmission } from '#src/api/contact-service.ts'

const draft = z.object({
  /** As it stands in the fields, right or wrong. */
  text: z.object({ name: z.string(), email: z.string(), message: z.string() }),
  /** ms since 1970, at the first character. */
  startedAt: z.number(),
  /** What was sent last: the backend may have it, though no answer came. */
  tried: z.optional(z.object({ key: z.uuid(), message: contactMessageSchema })),
})

type Draft = z.output<typeof draft>
type Text = Draft['text']

/** What was typed before a reload, in this tab: for the session only, as others may use the machine. */
export function readContactDraft(): Draft | undefined {
  const text = session.get(KEY)
  if (text === null) return undefined
  try {
    return draft.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export function saveContactDraft(kept: Draft | undefined): void {
  if (kept) session.set(KEY, JSON.stringify(kept))
  else session.remove(KEY)
}

/** The draft after a change of its text; none where nothing is left of it. */
export function updateContactDraft(before: Draft | undefined, text: Text, now: number): Draft | undefined {
  if (!text.name && !text.email && !text.message) return undefined
  return { startedAt: now, ...before, text }
}

/** What a reload has taken from the fields. What stands in a field, typed before the script ran, wins. */
export const getFieldsToRestore = (kept: Draft | undefined, typed: Text) =>
  kept
    ? CONTACT_FIELDS.flatMap((name) => (kept.text[name] && !typed[name] ? [[name, kept.text[name]] as const] : []))
    : []

/**
 * What is sent of it. The key belongs to the words: sent again they are the same message, though the answer to the
 * first time was lost; other words are another message, and the backend would refuse them under that key.
 */
export function createSubmission(
  { tried, startedAt }: Beginning,
  { website, ...message }: ContactFormValues,
  now: number,
): ContactSubmission {
  const isSame = tried && CONTACT_FIELDS.every((name) => tried.message[name] === message[name])
  return {
    idempotencyKey: isSame ? tried.key : crypto.randomUUID(),
    request: { ...message, ...(website && { website }), elapsed: Math.max(0, Math.round(now - startedAt)) },
  }
}

type Beginning = Pick<Draft, 'tried' | 'startedAt'>

/** The message, and what stands in the honeypot. */
export type ContactFormValues = ContactMessage & { readonly website: string }

/** In the order in which they stand. */
export const CONTACT_FIELDS = ['name', 'email', 'message'] as const
const KEY = 'contact-draft'
const session = createBrowserStorage('sessionStorage')

interface Form {
  readonly getValues: UseFormGetValues<ContactMessage>
  readonly setValue: UseFormSetValue<ContactMessage>
}

/** Keeps what is typed until it is sent: it survives every failure, and a reload. */
export function useContactDraft({ getValues, setValue }: Form) {
  /** After each change of a field. */
  const keep = useCallback(
    () => saveContactDraft(updateContactDraft(readContactDraft(), getValues(), Date.now())),
    [getValues],
  )

  /** Answers whether anything came back. */
  const restore = useCallback(() => {
    const back = getFieldsToRestore(readContactDraft(), getValues())
    for (const [name, text] of back) setValue(name, text)
    // What was typed before this script ran began no earlier than the page.
    saveContactDraft(updateContactDraft(readContactDraft(), getValues(), performance.timeOrigin))
    return back.length > 0
  }, [getValues, setValue])

  return { keep, restore }
}
