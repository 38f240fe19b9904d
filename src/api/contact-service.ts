import { apiHeaders, type ContactRequest, contactResponseSchema } from '#server/api/contract.ts'
import { ApiError, isUnauthorizedError } from './api-error.ts'
import { logIn } from './guest-session.ts'
import { backendUrl, http } from './http-client.ts'

/** A message, and the key that makes its repetitions one message: a UUID. */
export interface ContactSubmission {
  readonly request: ContactRequest
  readonly key: string
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
      await logIn()
      await post(sending)
    })
  } catch (cause) {
    console.error('API error', cause)
    throw cause
  }
}

/** Only the backend's own answer counts: whatever else says 200, as a hotel's network does, has not taken the message. */
async function post({ request, key }: ContactSubmission): Promise<void> {
  const url = backendUrl('/contact')
  const answer = await http({ method: 'POST', url, body: request, headers: { [apiHeaders.idempotency]: key } })
  if (!contactResponseSchema.safeParse(answer).success)
    throw new ApiError(`POST ${url}`, { status: 200, code: 'malformed_answer' })
}
