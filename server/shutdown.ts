/** ms. A process that takes longer to stop exits anyway. */
const TIMEOUT_MS = 4_000

/**
 * Runs `stop` once and exits when this process is asked to end (Ctrl-C, kill, a closed terminal), or when the process that
 * started it has ended: then the IPC channel closes, even after a SIGKILL.
 */
export function onShutdown(stop: () => Promise<unknown>, timeoutMs = TIMEOUT_MS): void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), timeoutMs)
    stop().then(
      () => process.exit(),
      (problem) => {
        console.error(problem)
        process.exit(1)
      },
    )
  }
  for (const signal of SIGNALS) process.on(signal, end)
  process.on('disconnect', end)
  if (process.connected === false) end() // the channel closed before anything listened
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * For a child process that its parent stops. A Ctrl-C in the terminal reaches both, so the child ignores it and waits for
 * the parent's SIGTERM.
 */
export function onChildShutdown(stop: () => Promise<unknown>, timeoutMs?: number): void {
  onShutdown(stop, timeoutMs)
  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => {})
  }
}
