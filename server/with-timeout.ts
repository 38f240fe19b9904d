/** A promise that was not settled in time. The work behind it goes on: what it does later must be harmless. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  /** For logs that show the code of an error, not its message. */
  readonly code: string

  constructor(subject: string, timeoutMs: number) {
    super(`${subject} has not answered for ${timeoutMs / 1000} s`)
    this.code = `no answer within ${timeoutMs / 1000} s`
  }
}

/** Rejects with `TimeoutError` when the promise is not settled in time. `subject` begins its message: "The database". */
export async function withTimeout<Result>(
  promise: Promise<Result>,
  timeoutMs: number,
  subject: string,
): Promise<Result> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new TimeoutError(subject, timeoutMs)), timeoutMs)
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer))
}
