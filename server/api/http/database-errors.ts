import { HttpError } from './http-error.ts'

/** s; a locked or restarted database is usually back by then. */
const BACK_IN = 5

/** Does what needs the database. Where that fails the visitor is asked to try again (503), and the log says why. */
export async function mapDatabaseErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError('unavailable', { cause: error, retryAfter: BACK_IN })
  }
}
