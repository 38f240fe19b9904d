import { useRef, useState } from 'react'
import { type ContactSubmission, contactService } from '#src/api/contact-service.ts'
import { ensureGuestSession } from '#src/api/guest-session.ts'
import type { ContactContent } from '#src/content/contact.ts'
import { useLoadingFlag } from '#src/layout/loading.tsx'
import { useSnackBar } from '#src/layout/snack-bar-provider.tsx'
import { settings } from '#src/settings.ts'
import { type ContactFormValues, createSubmission, readContactDraft, saveContactDraft } from './contact-draft.ts'
import { getErrorText, isIdempotencyKeyReused, toastTexts } from './submission-texts.ts'

interface SubmissionOptions {
  readonly content: ContactContent
  /** The label of the toast's close button. */
  readonly closeLabel: string
  readonly onSent: () => void
  readonly onError: (cause: unknown) => void
}

/**
 * Submits the form (requirements §4): ensures a guest session, sends the message and shows a toast. Ignores calls while
 * a submission is in progress. `isSubmitting` includes the re-enable delay, `isSending` does not.
 */
export function useContactSubmission({ content, closeLabel, onSent, onError }: SubmissionOptions) {
  const { show } = useSnackBar()
  const isBusy = useRef(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [isSending, setSending] = useState(false)
  const [isRequesting, setRequesting] = useState(false)
  useLoadingFlag(isRequesting)

  const fail = (cause: unknown, defaultText: string) => {
    show({ kind: 'error', message: getErrorText(cause, defaultText, content), closeLabel })
    onError(cause)
  }

  const send = async (values: ContactFormValues) => {
    try {
      await ensureGuestSession()
    } catch (cause) {
      console.error('Guest session failed to start', cause)
      return fail(cause, toastTexts.noSession)
    }
    setRequesting(true)
    try {
      await submitContactForm(values)
      show({ kind: 'success', message: toastTexts.sent, closeLabel })
      onSent()
    } catch (cause) {
      fail(cause, toastTexts.notSent)
    } finally {
      setRequesting(false)
    }
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
export async function submitContactForm(values: ContactFormValues): Promise<void> {
  try {
    await contactService.sendEmail(recordAttempt(values))
  } catch (cause) {
    if (!isIdempotencyKeyReused(cause)) throw cause
    saveContactDraft({ ...readDraft(values), tried: undefined })
    await contactService.sendEmail(recordAttempt(values))
  }
  saveContactDraft(undefined)
}

/** Creates the request and stores its key in the draft. */
function recordAttempt(values: ContactFormValues): ContactSubmission {
  const { website: _, ...message } = values
  const draft = readDraft(values)
  const submission = createSubmission(draft, values, Date.now())
  saveContactDraft({ ...draft, tried: { key: submission.idempotencyKey, message } })
  return submission
}

/** Reads the draft, or creates one if the browser's storage was cleared. */
const readDraft = ({ website: _, ...text }: ContactFormValues) =>
  readContactDraft() ?? { text, startedAt: performance.timeOrigin }
