import { HttpError } from './http-error.ts'

/** A locked or restarting database is usually available again after this time. */
const RETRY_AFTER_SECONDS = 5

/** Runs database work. Throws `HttpError` 503 with `retry-after` if it fails; an `HttpError` of the work itself is rethrown. */
export async function mapDatabaseErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof HttpError
      ? error
      : new HttpError('unavailable', { cause: error, retryAfter: RETRY_AFTER_SECONDS })
  }
}
