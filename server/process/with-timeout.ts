/**
 * Rejects if the promise does not settle in time. Its work continues, so its later effects must be harmless. `subject`
 * starts the message, for example "The database". Logs contain the code of an error but not its message.
 */
export async function withTimeout<Result>(
  promise: Promise<Result>,
  timeoutMs: number,
  subject: string,
): Promise<Result> {
  const seconds = timeoutMs / 1000
  const error = new Error(`${subject} has not answered for ${seconds} s`)
  Object.assign(error, { code: `no answer within ${seconds} s` })
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(error), timeoutMs)
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer))
}
