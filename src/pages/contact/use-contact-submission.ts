import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { UseFormGetValues, UseFormSetValue } from 'react-hook-form'
import * as z from 'zod/mini'
import { type ContactMessage, contactMessageSchema } from '#shared/contact-contract.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import type { BrowserStorage, BrowserStorages } from '#src/api/browser-storage.ts'
import { type ContactSubmission, contactService, guestSessionQueryOptions } from '#src/api/contact-service.ts'
import { ApiError } from '#src/api/http-client.ts'
import type { ContactContent } from '#src/content/contact.ts'
import { useLoadingFlag } from '#src/layout/loading.tsx'
import { useSnackBar } from '#src/layout/snack-bar-provider.tsx'
import { settings } from '#src/settings.ts'

/** The message and the value of the honeypot. */
export type ContactFormValues = ContactMessage & { readonly website: string }

/** In the order of the form. */
export const CONTACT_FIELDS = ['name', 'email', 'message'] as const

interface SubmissionOptions {
  readonly content: ContactContent
  readonly storages: BrowserStorages
  /** The label of the toast's close button. */
  readonly closeLabel: string
  readonly onSent: () => void
  readonly onError: (cause: unknown) => void
}

/**
 * Submits the form (requirements §4): ensures a guest session, sends the message and shows a toast. Ignores calls while
 * a submission is in progress. `isSubmitting` includes the re-enable delay, `isSending` does not.
 */
export function useContactSubmission({ content, storages, closeLabel, onSent, onError }: SubmissionOptions) {
  const { show } = useSnackBar()
  const queryClient = useQueryClient()
  const isBusy = useRef(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [isSending, setSending] = useState(false)
  const message = useMutation({
    mutationFn: (values: ContactFormValues) => submitContactForm(values, queryClient, storages),
    networkMode: 'always', // without a connection the visitor sees an error at once
    onSuccess: () => {
      show({ kind: 'success', message: toastTexts.sent, closeLabel })
      onSent()
    },
    onError: (cause) => fail(cause, toastTexts.notSent),
  })
  useLoadingFlag(message.isPending)

  const fail = (cause: unknown, defaultText: string) => {
    show({ kind: 'error', message: getErrorText(cause, defaultText, content), closeLabel })
    onError(cause)
  }

  const send = async (values: ContactFormValues) => {
    try {
      await queryClient.fetchQuery(guestSessionQueryOptions(storages.local))
    } catch (cause) {
      return fail(cause, toastTexts.noSession)
    }
    await message.mutateAsync(values).catch(() => {}) // handled by `onError`
  }

  const submit = async (values: ContactFormValues) => {
    if (isBusy.current) return
    isBusy.current = true
    setSubmitting(true)
    setSending(true)
    await send(values)
    setSending(false)
    setTimeout(() => {
      isBusy.current = false
      setSubmitting(false)
    }, settings.submitReenableDelay)
  }

  return { submit, isSubmitting, isSending }
}

/**
 * Sends the message, and removes the draft when the backend has accepted it. Each attempt is stored before its request.
 */
export async function submitContactForm(
  values: ContactFormValues,
  queryClient: QueryClient,
  { local, session }: BrowserStorages,
): Promise<void> {
  const send = () => contactService.sendEmail(recordAttempt(values, session), { queryClient, local })
  try {
    await send()
  } catch (cause) {
    if (!isIdempotencyKeyReused(cause)) throw cause
    saveContactDraft(session, { ...readOrCreateDraft(values, session), tried: undefined })
    await send()
  }
  saveContactDraft(session, undefined)
}

/** Creates the request and stores its key in the draft. */
function recordAttempt(values: ContactFormValues, session: BrowserStorage): ContactSubmission {
  const { website: _, ...message } = values
  const draft = readOrCreateDraft(values, session)
  const submission = createSubmission(draft, values, Date.now())
  saveContactDraft(session, { ...draft, tried: { key: submission.idempotencyKey, message } })
  return submission
}

/** Reads the draft, or creates one if the browser's storage was cleared. */
const readOrCreateDraft = ({ website: _, ...text }: ContactFormValues, session: BrowserStorage) =>
  readContactDraft(session) ?? { text, startedAt: performance.timeOrigin }

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

/** Whether the key was used for different content, for example by a duplicate of this tab. */
export const isIdempotencyKeyReused = (cause: unknown) => cause instanceof ApiError && cause.code === 'key_reused'

/**
 * The exact texts of requirements §4 and §8. They are in code, not in the CMS, like the field errors (records 8 and
 * 19).
 */
export const toastTexts = {
  sent: 'Message sent successfullly!',
  notSent: 'Something went wrong! Please try again.',
  noSession: 'Could not start session. Please try again',
} as const

/** Selects the error text for the visitor: a specific one for status 429 and when offline, otherwise `defaultText`. */
export function getErrorText(
  cause: unknown,
  defaultText: string,
  { rateLimitText, offlineText }: FailureTexts,
): string {
  const status = cause instanceof ApiError ? cause.status : undefined
  if (status === 429) return rateLimitText
  return status === undefined && !navigator.onLine ? offlineText : defaultText
}

type FailureTexts = Pick<ContactContent, 'rateLimitText' | 'offlineText'>

/** Reads the field errors from the backend's response, in the order of the form. */
export function getFieldErrors(cause: unknown): readonly (readonly [name: keyof ContactMessage, message: string])[] {
  const fields = cause instanceof ApiError ? (cause.fields ?? {}) : {}
  return CONTACT_FIELDS.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : []))
}

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

const STORAGE_KEY = 'contact-draft'
