import { apiHeaders, type ContactRequest, contactResponseSchema } from '#server/api/contract.ts'
import { ApiError, isUnauthorizedError } from './api-error.ts'
import { logInAsGuest } from './guest-session.ts'
import { getBackendUrl, sendApiRequest } from './http-client.ts'

/**
 * A message with its idempotency key, a UUID: the backend accepts repeated requests with the same key as one message.
 */
export interface ContactSubmission {
  readonly request: ContactRequest
  readonly idempotencyKey: string
}

/** The two methods of requirements §7, which are equivalent. */
export const contactService = { postData: send, sendEmail: send }

/**
 * Resolves when the backend has accepted the message. Renews an expired session once, without logging. Logs and
 * rethrows other errors (requirements §8). The caller sets the loading flag.
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

/** Validates the response: a captive portal, for example, also responds with 200 but has not accepted the message. */
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
