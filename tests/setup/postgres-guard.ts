import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Ends a test's PostgreSQL and removes its folder as soon as the test's process is gone, however it went: then this
 * process's input closes, even after a SIGKILL.
 */
const [folder = ''] = process.argv.slice(2)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}) // its work comes after theirs
process.stdin.resume()
process.stdin.once('close', async () => {
  const postmaster = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (postmaster) await end(Number.parseInt(postmaster, 10))
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  process.exit()
})

/** SIGINT is PostgreSQL's fast way out, SIGQUIT the one that asks nobody. */
async function end(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    for (let waited = 0; waited < 5_000; waited += 100) {
      if (!isAsked(pid, waited === 0 ? signal : 0)) return
      await pause(100)
    }
  }
}

/** Whether the process was there to be asked; signal 0 asks nothing. */
function isAsked(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
