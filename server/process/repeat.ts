import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does work now, and again `intervalMs` after each end, also after an error, until it is stopped; then `signal` aborts. Does
 * not keep the process alive.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  intervalMs: number,
  onError: (error: unknown) => void,
) {
  const stopping = new AbortController()
  const { signal } = stopping

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await work(signal).catch(onError)
      await sleep(intervalMs, undefined, { ref: false, signal }).catch(() => {}) // aborted
    }
  }

  const running = run()
  return {
    /** Resolves when running work has ended. */
    stop: async (): Promise<void> => {
      stopping.abort()
      await running
    },
  }
}
