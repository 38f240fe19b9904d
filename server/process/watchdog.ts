import { Worker } from 'node:worker_threads'

/** ms; no request blocks the event loop for a second. */
const TIMEOUT_MS = 60_000

/**
 * Ends this process when its event loop has been blocked for a minute; systemd or the container engine then starts it
 * again. A worker thread watches a counter, because a blocked event loop cannot watch itself.
 */
export function startWatchdog(timeoutMs = TIMEOUT_MS): void {
  const counter = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(counter, 0, 1), timeoutMs / 60).unref()
  new Worker(new URL('./watchdog-thread.mjs', import.meta.url), {
    workerData: { counter, timeoutMs },
    execArgv: [],
  }).unref()
}
