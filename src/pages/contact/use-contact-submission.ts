import { useRef, useState } from 'react'
import { ensureGuestSession } from '#src/api/guest-session.ts'
import type { ContactContent } from '#src/content/contact.ts'
import { useLoadingFlag } from '#src/layout/loading.tsx'
import { useSnackBar } from '#src/layout/snack-bar-provider.tsx'
import { settings } from '#src/settings.ts'
import type { ContactFormValues } from './contact-draft.ts'
import { submitContactForm } from './deliver.ts'
import { getErrorText, toastTexts } from './outcome.ts'

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
