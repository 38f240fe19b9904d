import * as z from 'zod'
import { UserError } from '#shared/user-error.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** An answer as both official clients hand it to their `responseLogger`; an error of theirs holds it. */
const answer = z.object({
  status: z.number(),
  headers: z.looseObject({}),
  data: z.unknown(),
})
const NO_CONTENT = 204
const failure = z.object({ response: answer })
const reset = z.coerce.number().min(0)

/** s. Contentful counts by the second, and by the hour: nobody sits out an hour in front of a bar that stands still. */
const LONGEST_WAIT = 120

/** What came in Contentful's name and is not Contentful's: a proxy's page, or half an answer. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'ForeignAnswer'
}

const tooLong = (seconds: number) =>
  new UserError(
    `The space has had all requests that it allows for now, and asks to wait ${Math.ceil(seconds / 60)} min: run this again then, it goes on where it stopped`,
  )

/** Looks at each answer of an official client: a 429 holds the gate for everybody until its reset or, where that is far, ends the command, a page in place of JSON is refused. */
export const createResponseHandler =
  (gate: RateLimiter) =>
  (given: unknown): void => {
    const failed = failure.safeParse(given).data?.response
    if (failed) {
      const wait = reset.safeParse(failed.headers['x-contentful-ratelimit-reset'])
      if (failed.status !== 429 || !wait.success) return
      if (wait.data > LONGEST_WAIT) throw tooLong(wait.data)
      gate.pauseFor(wait.data)
      return
    }
    const answered = answer.safeParse(given).data
    if (answered && !answered.data && answered.status !== NO_CONTENT)
      throw new UnexpectedResponseError('it answers with nothing')
    if (typeof answered?.data === 'string' && answered.data !== '')
      throw new UnexpectedResponseError(
        `it answers with what is no JSON, but ${answered.headers['content-type'] ?? 'of no known type'}`,
      )
  }
