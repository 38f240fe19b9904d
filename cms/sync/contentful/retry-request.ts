import { setTimeout } from 'node:timers/promises'
import { parseApiError } from './api-error.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** After the first; with the waits between them they take about 15 s. */
const REPEATS = 5
/** ms, before the first repeat; twice as long before each further one */
const FIRST_WAIT = 500

/** Asks until it is answered, each time through the gate where there is one; gives up on what `isRetryable` says will not pass. */
export async function retryRequest<Answer>(
  ask: () => Promise<Answer>,
  { gate, isRetryable }: { readonly gate?: RateLimiter; readonly isRetryable: (error: unknown) => boolean },
): Promise<Answer> {
  for (let repeats = 0; ; repeats += 1) {
    await gate?.waitForTurn()
    try {
      return await ask()
    } catch (error) {
      if (repeats === REPEATS || !isRetryable(error)) throw error
      await setTimeout(FIRST_WAIT * 2 ** repeats)
    }
  }
}

/**
 * Reads once more when the answer was cut off on its way. The official client tries lost connections again,
 * but takes half an answer for a failure of the request.
 */
export const retryTruncatedResponse = <Result>(read: () => Promise<Result>): Promise<Result> =>
  retryRequest(read, { isRetryable: (error) => parseApiError(error).isTruncated })
