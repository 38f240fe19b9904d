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
  /** On the toasts' button. */
  readonly closeLabel: string
  readonly onSent: () => void
  readonly onError: (cause: unknown) => void
}

/** Sends the message as requirements §4 has it: session, sending, toast. One at a time, however often it is asked. */
export function useContactSubmission({ content, closeLabel, onSent, onError }: SubmissionOptions) {
  const { show } = useSnackBar()
  const isBusy = useRef(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [isUnderWay, setUnderWay] = useState(false)
  const [isCalling, setCalling] = useState(false)
  useLoadingFlag(isCalling)

  const fail = (cause: unknown, usual: string) => {
    show({ kind: 'error', message: getErrorText(cause, usual, content), closeLabel })
    onError(cause)
  }

  const send = async (filled: ContactFormValues) => {
    try {
      await ensureGuestSession()
    } catch (cause) {
      console.error('Guest session failed to start', cause)
      return fail(cause, toastTexts.noSession)
    }
    setCalling(true)
    try {
      await submitContactForm(filled)
      show({ kind: 'success', message: toastTexts.sent, closeLabel })
      onSent()
    } catch (cause) {
      fail(cause, toastTexts.notSent)
    } finally {
      setCalling(false)
    }
  }

  const submit = async (filled: ContactFormValues) => {
    if (isBusy.current) return
    isBusy.current = true
    setSubmitting(true)
    setUnderWay(true)
    await send(filled)
    setUnderWay(false)
    setTimeout(() => {
      isBusy.current = false
      setSubmitting(false)
    }, settings.submitReenableDelay)
  }

  return { submit, isSubmitting, isUnderWay }
}

/** Sends what stands in the form, and forgets the draft when the backend has it. Each attempt is noted before it is made. */
export async function submitContactForm(filled: ContactFormValues): Promise<void> {
  try {
    await contactService.sendEmail(noted(filled))
  } catch (cause) {
    if (!isIdempotencyKeyReused(cause)) throw cause
    saveContactDraft({ ...draftOf(filled), tried: undefined })
    await contactService.sendEmail(noted(filled))
  }
  saveContactDraft(undefined)
}

function noted(filled: ContactFormValues): ContactSubmission {
  const { website: _, ...message } = filled
  const draft = draftOf(filled)
  const sending = createSubmission(draft, filled, Date.now())
  saveContactDraft({ ...draft, tried: { key: sending.idempotencyKey, message } })
  return sending
}

/** Somebody may have emptied the browser's storage meanwhile. */
const draftOf = ({ website: _, ...text }: ContactFormValues) =>
  readContactDraft() ?? { text, startedAt: performance.timeOrigin }
