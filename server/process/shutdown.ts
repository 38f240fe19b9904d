const DEFAULT_TIMEOUT_MS = 4_000
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs `stop` once and exits on SIGINT, SIGTERM and SIGHUP, and when the parent process has ended: then the IPC channel
 * closes, even after a SIGKILL. A process that takes longer than `timeoutMs` exits anyway.
 */
export function onShutdown(
  stop: () => Promise<unknown>,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  signals: readonly NodeJS.Signals[] = SIGNALS,
): void {
  let isStopping = false
  const shutDown = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), timeoutMs)
    stop().then(
      () => process.exit(),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.on(signal, shutDown)
  process.on('disconnect', shutDown)
  if (process.connected === false) shutDown() // the channel closed before the listener was added
}

/**
 * Like `onShutdown`, for a child process that its parent stops. Ctrl-C in the terminal signals both, so the child
 * ignores SIGINT and SIGHUP and waits for the parent's SIGTERM.
 */
export function onChildShutdown(stop: () => Promise<unknown>): void {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  onShutdown(stop, DEFAULT_TIMEOUT_MS, ['SIGTERM'])
}
