import { useCallback } from 'react'
import type { UseFormGetValues, UseFormSetValue } from 'react-hook-form'
import * as z from 'zod/mini'
import { type ContactMessage, contactMessageSchema } from '#server/contact/contract.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import type { BrowserStorage } from '#src/api/browser-storage.ts'
import type { ContactSubmission } from '#src/api/contact-service.ts'

const draftSchema = z.object({
  /** The field values, valid or not. */
  text: z.object({ name: z.string(), email: z.string(), message: z.string() }),
  /** Time of the first character, in ms since 1970. */
  startedAt: z.number(),
  /** The last submission. The backend may have accepted it although the response was lost. */
  tried: z.optional(z.object({ key: z.uuid(), message: contactMessageSchema })),
})

type Draft = z.output<typeof draftSchema>
type DraftText = Draft['text']

/** Reads the draft of this tab. It is stored for the browser session only, because the computer may be shared. */
export function readContactDraft(session: BrowserStorage): Draft | undefined {
  return draftSchema.safeParse(tryParseJson(session.get(STORAGE_KEY) ?? '')).data
}

/** Stores the draft, or removes it if `undefined`. */
export function saveContactDraft(session: BrowserStorage, draft: Draft | undefined): void {
  if (draft) session.set(STORAGE_KEY, JSON.stringify(draft))
  else session.remove(STORAGE_KEY)
}

/**
 * Creates the draft after a change of its text. Returns `undefined` if all fields are empty. `now` in ms since 1970.
 */
export function updateContactDraft(draft: Draft | undefined, text: DraftText, now: number): Draft | undefined {
  if (!text.name && !text.email && !text.message) return undefined
  return { startedAt: now, ...draft, text }
}

/** Lists the fields to restore from the draft. Fields that already have text, typed before hydration, are left out. */
export const getFieldsToRestore = (draft: Draft | undefined, current: DraftText) =>
  draft
    ? CONTACT_FIELDS.flatMap((name) => (draft.text[name] && !current[name] ? [[name, draft.text[name]] as const] : []))
    : []

/**
 * Creates the request. An unchanged message reuses the idempotency key of the last attempt, whose response may have
 * been lost. A changed message gets a new key: the backend rejects different content for a used key.
 */
export function createSubmission(
  { tried, startedAt }: Pick<Draft, 'tried' | 'startedAt'>,
  { website, ...message }: ContactFormValues,
  now: number,
): ContactSubmission {
  const isSame = tried && CONTACT_FIELDS.every((name) => tried.message[name] === message[name])
  return {
    idempotencyKey: isSame ? tried.key : crypto.randomUUID(),
    request: { ...message, ...(website && { website }), elapsed: Math.max(0, Math.round(now - startedAt)) },
  }
}

/** The message and the value of the honeypot. */
export type ContactFormValues = ContactMessage & { readonly website: string }

/** In the order of the form. */
export const CONTACT_FIELDS = ['name', 'email', 'message'] as const

const STORAGE_KEY = 'contact-draft'

interface FormMethods {
  readonly getValues: UseFormGetValues<ContactMessage>
  readonly setValue: UseFormSetValue<ContactMessage>
}

/** Stores the form's text until it is sent, so that failures and reloads do not lose it. */
export function useContactDraft({ getValues, setValue }: FormMethods, session: BrowserStorage) {
  /** To call after each change of a field. */
  const save = useCallback(
    () => saveContactDraft(session, updateContactDraft(readContactDraft(session), getValues(), Date.now())),
    [getValues, session],
  )

  /** Restores empty fields from the draft. Returns whether any field was restored. */
  const restore = useCallback(() => {
    const restored = getFieldsToRestore(readContactDraft(session), getValues())
    for (const [name, text] of restored) setValue(name, text)
    // Text may have been typed before hydration, but not before the page load.
    saveContactDraft(session, updateContactDraft(readContactDraft(session), getValues(), performance.timeOrigin))
    return restored.length > 0
  }, [getValues, setValue, session])

  return { save, restore }
}
