import { apiHeaders, type ContactRequest, contactResponseSchema } from '#server/api/contract.ts'
import { ApiError, isUnauthorizedError } from './api-error.ts'
import { logInAsGuest } from './guest-session.ts'
import { getBackendUrl, sendApiRequest } from './http-client.ts'

/** A message with its idempotency key, a UUID: the backend stores repeated requests once. */
export interface ContactSubmission {
  readonly request: ContactRequest
  readonly idempotencyKey: string
}

/** The two methods that requirements §7 names. They do the same. */
export const contactService = { postData: send, sendEmail: send }

/**
 * Resolves when the backend has stored the message. An expired session is renewed once. Logs errors (requirements §8) and
 * rejects with them. The caller sets the loading flag.
 */
async function send(submission: ContactSubmission): Promise<void> {
  try {
    await post(submission).catch(async (cause) => {
      if (!isUnauthorizedError(cause)) throw cause
      await logInAsGuest()
      await post(submission)
    })
  } catch (cause) {
    console.error('API error', cause)
    throw cause
  }
}

/** Validates the response: a network login page, for example, also responds with 200. */
async function post({ request, idempotencyKey }: ContactSubmission): Promise<void> {
  const url = getBackendUrl('/contact')
  const response = await sendApiRequest({
    method: 'POST',
    url,
    body: request,
    headers: { [apiHeaders.idempotency]: idempotencyKey },
  })
  if (!contactResponseSchema.safeParse(response).success)
    throw new ApiError(`POST ${url}`, { status: 200, code: 'malformed_answer' })
}
