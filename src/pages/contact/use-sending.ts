import { useRef, useState } from 'react'
import { ensureSession } from '#src/api/session.ts'
import type { Contact } from '#src/content/contact.ts'
import { useLoadingFlag } from '#src/layout/loading.tsx'
import { useSnackBar } from '#src/layout/snack-bar-provider.tsx'
import { settings } from '#src/settings.ts'
import { deliver } from './deliver.ts'
import type { FilledForm } from './draft.ts'
import { toast, wordsFor } from './outcome.ts'

interface SendingOptions {
  readonly content: Contact
  /** On the toasts' button. */
  readonly close: string
  readonly onSent: () => void
  readonly onFail: (cause: unknown) => void
}

/** Sends the message as spec §4 has it: session, sending, toast. One at a time, however often it is asked. */
export function useSending({ content, close, onSent, onFail }: SendingOptions) {
  const { show } = useSnackBar()
  const isBusy = useRef(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [isUnderWay, setUnderWay] = useState(false)
  const [isCalling, setCalling] = useState(false)
  useLoadingFlag(isCalling)

  const fail = (cause: unknown, usual: string) => {
    show({ kind: 'error', message: wordsFor(cause, usual, content), action: close })
    onFail(cause)
  }

  const send = async (filled: FilledForm) => {
    try {
      await ensureSession()
    } catch (cause) {
      console.error('Guest session failed to start', cause)
      return fail(cause, toast.noSession)
    }
    setCalling(true)
    try {
      await deliver(filled)
      show({ kind: 'success', message: toast.sent, action: close })
      onSent()
    } catch (cause) {
      fail(cause, toast.notSent)
    } finally {
      setCalling(false)
    }
  }

  const submit = async (filled: FilledForm) => {
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
