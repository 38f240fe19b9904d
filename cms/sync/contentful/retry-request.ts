import { setTimeout } from 'node:timers/promises'
import { parseApiError } from './api-error.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** With their delays, all retries take about 15 s. */
const MAX_RETRIES = 5
/** ms before the first retry; doubled for each further one. */
const FIRST_DELAY_MS = 500

interface RetryOptions {
  readonly limiter?: RateLimiter
  readonly isRetryable: (error: unknown) => boolean
}

/** Sends a request, and retries it with exponential backoff while its error is retryable. Each attempt waits for the limiter. */
export async function retryRequest<Result>(
  sendRequest: () => Promise<Result>,
  { limiter, isRetryable }: RetryOptions,
): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    await limiter?.waitForTurn()
    try {
      return await sendRequest()
    } catch (error) {
      if (retries === MAX_RETRIES || !isRetryable(error)) throw error
      await setTimeout(FIRST_DELAY_MS * 2 ** retries)
    }
  }
}

/** Retries a read whose response was truncated. The official client retries lost connections, but not these responses. */
export const retryTruncatedResponse = <Result>(read: () => Promise<Result>): Promise<Result> =>
  retryRequest(read, { isRetryable: (error) => parseApiError(error).isTruncated })
