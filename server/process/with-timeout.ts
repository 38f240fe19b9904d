/** The promise did not settle in time. Its work continues, so its later effects must be harmless. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  /** For logs, which contain the code of an error but not its message. */
  readonly code: string

  constructor(subject: string, timeoutMs: number) {
    super(`${subject} has not answered for ${timeoutMs / 1000} s`)
    this.code = `no answer within ${timeoutMs / 1000} s`
  }
}

/**
 * Rejects with `TimeoutError` if the promise does not settle in time. `subject` starts its message, for example "The
 * database".
 */
export async function withTimeout<Result>(
  promise: Promise<Result>,
  timeoutMs: number,
  subject: string,
): Promise<Result> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new TimeoutError(subject, timeoutMs)), timeoutMs)
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer))
}
