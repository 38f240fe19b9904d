import { setTimeout } from 'node:timers/promises'
import type { RateLimiter } from './rate-limiter.ts'

/** After the first; with the waits between them they take about 15 s. */
const REPEATS = 5
/** ms, before the first repeat; twice as long before each further one */
const FIRST_WAIT = 500

/** Asks until it is answered, each time through the gate where there is one; gives up on what `isPassing` says will not pass. */
export async function retryRequest<Answer>(
  ask: () => Promise<Answer>,
  { gate, isPassing: isRetryable }: { readonly gate?: RateLimiter; readonly isPassing: (error: unknown) => boolean },
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
