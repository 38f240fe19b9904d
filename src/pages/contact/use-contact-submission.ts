import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ContactMessage } from '#server/contact/contract.ts'
import type { BrowserStorage, BrowserStorages } from '#src/api/browser-storage.ts'
import { type ContactSubmission, contactService } from '#src/api/contact-service.ts'
import { guestSessionQueryOptions } from '#src/api/guest-session.ts'
import { ApiError } from '#src/api/http-client.ts'
import type { ContactContent } from '#src/content/contact.ts'
import { useLoadingFlag } from '#src/layout/loading.tsx'
import { useSnackBar } from '#src/layout/snack-bar-provider.tsx'
import { settings } from '#src/settings.ts'
import {
  CONTACT_FIELDS,
  type ContactFormValues,
  createSubmission,
  readContactDraft,
  saveContactDraft,
} from './contact-draft.ts'

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
    saveContactDraft(session, { ...readDraft(values, session), tried: undefined })
    await send()
  }
  saveContactDraft(session, undefined)
}

/** Creates the request and stores its key in the draft. */
function recordAttempt(values: ContactFormValues, session: BrowserStorage): ContactSubmission {
  const { website: _, ...message } = values
  const draft = readDraft(values, session)
  const submission = createSubmission(draft, values, Date.now())
  saveContactDraft(session, { ...draft, tried: { key: submission.idempotencyKey, message } })
  return submission
}

/** Reads the draft, or creates one if the browser's storage was cleared. */
const readDraft = ({ website: _, ...text }: ContactFormValues, session: BrowserStorage) =>
  readContactDraft(session) ?? { text, startedAt: performance.timeOrigin }

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

/** Whether the key was used for different content, for example by a duplicate of this tab. */
export const isIdempotencyKeyReused = (cause: unknown) => cause instanceof ApiError && cause.code === 'key_reused'
