import { setTimeout as sleep } from 'node:timers/promises'

/** Primary result code: the lower byte of an extended one. */
const SQLITE_BUSY = 5

/** Whether another connection holds the lock (SQLITE_BUSY). */
export const isSqliteBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY

/** ms that work waits for the lock of another process. */
export const BUSY_TIMEOUT_MS = 5_000

/** ms between two attempts; other requests are served meanwhile. */
const RETRY_INTERVAL_MS = 50

/**
 * Repeats work while another process holds the lock of the database, until `deadline` (of `performance.now()`). The work
 * must have no effect when it fails. Rejects with its error.
 */
export async function retryWhileBusy<Result>(
  work: () => Result,
  deadline = performance.now() + BUSY_TIMEOUT_MS,
): Promise<Result> {
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() >= deadline) throw error
      await sleep(RETRY_INTERVAL_MS)
    }
  }
}
