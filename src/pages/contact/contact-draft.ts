import * as z from 'zod/mini'
import { CONTACT_FIELDS, type ContactMessage, contactMessageSchema } from '#shared/contact-contract.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import type { BrowserStorage } from '#src/api/browser-storage.ts'
import type { ContactAttempt } from '#src/api/contact-service.ts'

/** The message, and the value of the honeypot. */
export type ContactFormValues = ContactMessage & { readonly website: string }

const draftSchema = z.object({
  /** The field values, valid or not. A draft of another version may have other fields. */
  text: z.record(z.string(), z.optional(z.string())),
  /** Time of the first character, in ms since 1970. */
  startedAt: z.number(),
  /** The last attempt to send a message. The backend may have stored it although the response was lost. */
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

const STORAGE_KEY = 'contact-draft'

/**
 * Keeps the text of the form until it is sent, so that failures and reloads do not lose it. Removes the draft if all fields
 * are empty. `now` in ms since 1970.
 */
export function keepText(session: BrowserStorage, text: DraftText, now: number): void {
  const isEmpty = CONTACT_FIELDS.every((name) => !text[name])
  saveContactDraft(session, isEmpty ? undefined : { startedAt: now, ...readContactDraft(session), text })
}

/** Lists the fields to restore from the draft. Fields that already have text, typed before hydration, are left out. */
export function getFieldsToRestore(session: BrowserStorage, current: DraftText) {
  const { text } = readContactDraft(session) ?? {}
  return CONTACT_FIELDS.flatMap((name) => (text?.[name] && !current[name] ? [[name, text[name]] as const] : []))
}

/**
 * Creates an attempt to send a message, and stores its key in the draft. An unchanged message has the key of the last
 * attempt, whose response may have been lost; a changed one has a new key, because the backend rejects another message with
 * a used key.
 */
export function createAttempt(
  session: BrowserStorage,
  { website, ...message }: ContactFormValues,
  now: number,
): ContactAttempt {
  // Without a draft, the browser's storage was cleared.
  const draft: Draft = readContactDraft(session) ?? { text: message, startedAt: performance.timeOrigin }
  const { startedAt, tried } = draft
  const isSame = tried && CONTACT_FIELDS.every((name) => tried.message[name] === message[name])
  const key = isSame ? tried.key : crypto.randomUUID()
  saveContactDraft(session, { ...draft, tried: { key, message } })
  const elapsed = Math.max(0, Math.round(now - startedAt))
  return { idempotencyKey: key, request: { ...message, ...(website && { website }), elapsed } }
}
