import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { CONTACT_FIELDS, type ContactMessage } from '#shared/contact-contract.ts'
import type { BrowserStorages } from '#src/api/browser-storage.ts'
import { contactService, guestSessionQueryOptions } from '#src/api/contact-service.ts'
import { ApiError } from '#src/api/http-client.ts'
import type { ContactContent } from '#src/content/contact.ts'
import { useSnackBar } from '#src/layout/snack-bar-provider.tsx'
import { settings } from '#src/settings.ts'
import { type ContactFormValues, createAttempt, saveContactDraft } from './contact-draft.ts'

interface SendingOptions {
  readonly content: ContactContent
  readonly storages: BrowserStorages
  /** The label of the toast's close button. */
  readonly closeLabel: string
  readonly onSent: () => void
  readonly onError: (error: unknown) => void
}

/** `starting`: the guest session is checked. `paused`: a request has ended a moment ago. */
type SendingState = 'ready' | 'starting' | 'sending' | 'paused'

/**
 * Sends the message of the form (requirements §4): checks the guest session, sends the message and shows a toast. `send`
 * does nothing unless the state is `ready`.
 */
export function useMessageSending({ content, storages, closeLabel, onSent, onError }: SendingOptions) {
  const { show } = useSnackBar()
  const queryClient = useQueryClient()
  const [state, setState] = useState<SendingState>('ready')

  const send = async (values: ContactFormValues) => {
    if (state !== 'ready') return
    flushSync(() => setState('starting')) // before the second click of a double click
    let failureText: string = toastTexts.noSession
    try {
      await queryClient.fetchQuery(guestSessionQueryOptions(storages.local))
      setState('sending')
      failureText = toastTexts.notSent
      const attempt = createAttempt(storages.session, values, Date.now())
      await contactService.sendEmail(attempt, { queryClient, local: storages.local })
      saveContactDraft(storages.session, undefined)
      show({ kind: 'success', message: toastTexts.sent, closeLabel })
      onSent()
    } catch (error) {
      show({ kind: 'error', message: getFailureText(error, failureText, content), closeLabel })
      onError(error)
    }
    setState('paused')
    setTimeout(() => setState('ready'), settings.submitReenableDelay)
  }

  return { state, send }
}

/**
 * The exact texts of requirements §4 and §8. They are in code, not in the CMS, like the field errors (records 4 and
 * 13).
 */
export const toastTexts = {
  sent: 'Message sent successfullly!',
  notSent: 'Something went wrong! Please try again.',
  noSession: 'Could not start session. Please try again',
} as const

/** Selects the text of the toast: a specific one if the visitor can do something else, otherwise `text`. */
export function getFailureText(error: unknown, text: string, content: FailureContent): string {
  const { status, code } = error instanceof ApiError ? error : {}
  if (status === 429) return content.rateLimitText
  // The service has just renewed the session, and the backend does not get its cookie.
  if (code === 'no_session')
    return `Your browser blocks cookies, which this form needs. Please call ${content.phone} or write to ${content.email}.`
  return status === undefined && !navigator.onLine ? content.offlineText : text
}

type FailureContent = Pick<ContactContent, 'rateLimitText' | 'offlineText' | 'phone' | 'email'>

/** Reads the field errors from the backend's response, in the order of the form. */
export function getFieldErrors(error: unknown): readonly (readonly [name: keyof ContactMessage, message: string])[] {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
  return CONTACT_FIELDS.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : []))
}
