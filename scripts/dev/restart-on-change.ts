import { type FSWatcher, watch } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const DEBOUNCE_MS = 100

/**
 * Restarts a server after each change of its code, which Node loads once per process. A restart that fails has printed why;
 * the next change tries again.
 */
export function restartOnChange(folders: readonly string[], restart: () => Promise<unknown>): readonly FSWatcher[] {
  let last = Promise.resolve()
  let isScheduled = false

  /** Restarts the server, after a restart that is under way. */
  function schedule(file: string): void {
    if (isScheduled) return
    isScheduled = true
    last = last.then(async () => {
      await delay(DEBOUNCE_MS)
      isScheduled = false
      console.log(`${file} has changed: the server starts again …`)
      await restart().catch(() => {})
    })
  }

  return folders.map((folder) =>
    watch(folder, { recursive: true }, (_, name) => {
      if (name && /(?<!\.test|\.gen)\.ts$/.test(name)) schedule(`${folder}/${name}`)
    }),
  )
}
