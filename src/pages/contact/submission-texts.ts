import type { ContactMessage } from '#server/api/contract.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ContactContent } from '#src/content/contact.ts'
import { CONTACT_FIELDS } from './contact-draft.ts'

/**
 * The exact texts of requirements §4 and §8. They are in code, not in the CMS, like the field errors (records 8 and
 * 13).
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
