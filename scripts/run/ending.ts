/** ms. Who does not end in time is ended. */
const DEADLINE = 4_000

/**
 * Runs `stop` once and exits, when this process is asked to end (Ctrl-C, kill, a closed terminal)
 * or when the one that started it is gone: then its channel closes, even after a SIGKILL.
 */
export function endWith(stop: () => Promise<unknown>, deadline = DEADLINE): void {
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), deadline)
    stop().then(
      () => process.exit(),
      (problem) => {
        console.error(problem)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
  if (process.connected === false) end() // it was gone before anybody listened
}

/**
 * For a process that another one of ours started and stops: a Ctrl-C in the terminal reaches both,
 * and this one leaves it to the other to say when. A SIGTERM is meant for this one alone.
 */
export function endWithParent(stop: () => Promise<unknown>): void {
  endWith(stop)
  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => {})
  }
}
