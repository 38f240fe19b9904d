/** Rejects with this message if the promise does not settle in time. For browsers, which have no `timers/promises`. */
export function rejectAfterTimeout<Result>(promise: PromiseLike<Result>, ms: number, message: string): Promise<Result> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error(message)), ms)
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer))
}
