// JavaScript, because a thread that reads TypeScript takes twice the memory.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** @type {{ counter: Int32Array, timeoutMs: number }} */
const { counter, timeoutMs } = workerData

/** Checks within the timeout. They are counted, because a machine that was paused has a jump of the clock. */
const MAX_MISSED_CHECKS = 6

/** The file descriptor; `process.stderr` of a thread has none. */
const STANDARD_ERROR = 2

let last = 0
let missedChecks = 0

setInterval(() => {
  const count = Atomics.load(counter, 0)
  missedChecks = count === last ? missedChecks + 1 : 0
  last = count
  if (missedChecks < MAX_MISSED_CHECKS) return
  try {
    writeSync(STANDARD_ERROR, `The event loop has been blocked for ${timeoutMs / 1000} s: the process ends.\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL') // also when nobody reads the output
  }
}, timeoutMs / MAX_MISSED_CHECKS)
