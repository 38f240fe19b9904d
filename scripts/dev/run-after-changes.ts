import { setTimeout as sleep } from 'node:timers/promises'

/** Changes within this time are handled together, for example when all files are saved at once. */
const DEBOUNCE_MS = 30

/**
 * Returns `schedule`, which calls `run` soon, after a run that is under way; and `settle`, which waits for all scheduled
 * runs. `run` does not throw.
 */
export function createRunAfterChanges(run: () => Promise<void>) {
  let last = Promise.resolve()
  let isScheduled = false

  async function start(): Promise<void> {
    await sleep(DEBOUNCE_MS)
    isScheduled = false // later changes schedule another run
    await run()
  }

  function schedule(): Promise<void> {
    if (!isScheduled) {
      isScheduled = true
      last = last.then(start)
    }
    return last
  }

  return { schedule, settle: () => last }
}
