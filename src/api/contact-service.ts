import { apiHeaders, type ContactRequest, contactResponseSchema } from '#server/api/contract.ts'
import { ApiError, isUnauthorizedError } from './api-error.ts'
import { logInAsGuest } from './guest-session.ts'
import { getBackendUrl, sendApiRequest } from './http-client.ts'

/** A message, and the key that makes its repetitions one message: a UUID. */
export interface ContactSubmission {
  readonly request: ContactRequest
  readonly idempotencyKey: string
}

/** Both methods of requirements §7: they do the same. */
export const contactService = { postData: send, sendEmail: send }

/**
 * Resolves when the backend has the message. A session that has ended since it was checked is renewed once, silently.
 * Rejects with what went wrong, after it is logged (requirements §8). The loading flag is the caller's.
 */
async function send(sending: ContactSubmission): Promise<void> {
  try {
    await post(sending).catch(async (cause) => {
      if (!isUnauthorizedError(cause)) throw cause
      await logInAsGuest()
      await post(sending)
    })
  } catch (cause) {
    console.error('API error', cause)
    throw cause
  }
}

/** Only the backend's own answer counts: whatever else says 200, as a hotel's network does, has not taken the message. */
async function post({ request, idempotencyKey }: ContactSubmission): Promise<void> {
  const url = getBackendUrl('/contact')
  const answer = await sendApiRequest({
    method: 'POST',
    url,
    body: request,
    headers: { [apiHeaders.idempotency]: idempotencyKey },
  })
  if (!contactResponseSchema.safeParse(answer).success)
    throw new ApiError(`POST ${url}`, { status: 200, code: 'malformed_answer' })
}
