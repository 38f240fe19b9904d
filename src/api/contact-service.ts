import type { QueryClient } from '@tanstack/react-query'
import { apiHeaders, type ContactRequest, contactResponseSchema } from '#server/contact/contract.ts'
import type { BrowserStorage } from './browser-storage.ts'
import { forgetGuestSession, guestSessionQueryOptions } from './guest-session.ts'
import { ApiError, getBackendUrl, isUnauthorizedError, sendApiRequest } from './http-client.ts'

/** A message with its idempotency key, a UUID: the backend stores repeated requests once. */
export interface ContactSubmission {
  readonly request: ContactRequest
  readonly idempotencyKey: string
}

/** Where the guest session is kept. */
interface SessionContext {
  readonly queryClient: QueryClient
  readonly local: BrowserStorage
}

/** The two methods that requirements §7 names. They do the same. */
export const contactService = { postData: send, sendEmail: send }

/**
 * Resolves when the backend has stored the message. An expired session is renewed once. Logs errors (requirements §8) and
 * rejects with them. The caller sets the loading flag.
 */
async function send(submission: ContactSubmission, { queryClient, local }: SessionContext): Promise<void> {
  try {
    await post(submission, local).catch(async (cause) => {
      if (!isUnauthorizedError(cause)) throw cause
      forgetGuestSession(local)
      await queryClient.fetchQuery(guestSessionQueryOptions(local))
      await post(submission, local)
    })
  } catch (cause) {
    console.error('API error', cause)
    throw cause
  }
}

/** Validates the response: a network login page, for example, also responds with 200. */
async function post({ request, idempotencyKey }: ContactSubmission, local: BrowserStorage): Promise<void> {
  const url = getBackendUrl('/contact')
  const response = await sendApiRequest({
    method: 'POST',
    url,
    body: request,
    headers: { [apiHeaders.idempotency]: idempotencyKey },
    local,
  })
  if (!contactResponseSchema.safeParse(response).success)
    throw new ApiError(`POST ${url}`, { status: 200, code: 'malformed_answer' })
}
