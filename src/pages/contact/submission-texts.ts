import type { ContactMessage } from '#server/api/contract.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ContactContent } from '#src/content/contact.ts'
import { CONTACT_FIELDS } from './contact-draft.ts'

/** Word for word those of requirements §4 and §8: behaviour, like the field errors, so they stand in code (records 8 and 13). */
export const toastTexts = {
  sent: 'Message sent successfullly!',
  notSent: 'Something went wrong! Please try again.',
  noSession: 'Could not start session. Please try again',
} as const

/** What the visitor is told of a failure: the usual words, or better ones where more is known. */
export function getErrorText(cause: unknown, usual: string, { rateLimitText, offlineText }: FailureTexts): string {
  const status = cause instanceof ApiError ? cause.status : undefined
  if (status === 429) return rateLimitText
  return status === undefined && !navigator.onLine ? offlineText : usual
}

type FailureTexts = Pick<ContactContent, 'rateLimitText' | 'offlineText'>

/** What the backend finds wrong with the visitor's fields, in their order. */
export function getFieldErrors(cause: unknown): readonly (readonly [name: keyof ContactMessage, message: string])[] {
  const fields = cause instanceof ApiError ? (cause.fields ?? {}) : {}
  return CONTACT_FIELDS.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : []))
}

/** The backend has had other content with this key: that of a copy of this tab. */
export const isIdempotencyKeyReused = (cause: unknown) => cause instanceof ApiError && cause.code === 'key_reused'
