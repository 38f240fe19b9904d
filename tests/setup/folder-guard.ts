import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Removes a folder of temporary files as soon as the process that started this one ends, however it ends: its end of
 * this process's input closes then, even after a SIGKILL. PostgreSQL servers whose data lies in the folder end first.
 */
const [folder = ''] = process.argv.slice(2)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}) // it runs after these
process.stdin.resume()
process.stdin.once('close', async () => {
  await Promise.all((await postmasters()).map(end))
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  process.exit()
})

/** The process ids of the servers whose data is the folder or a folder directly in it. */
async function postmasters(): Promise<readonly number[]> {
  const folders = await readdir(folder).catch(() => [])
  const files = ['.', ...folders].map((name) =>
    readFile(join(folder, name, 'postmaster.pid'), 'utf8').catch(() => undefined),
  )
  return (await Promise.all(files)).flatMap((file) => (file ? [Number.parseInt(file, 10)] : []))
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one. */
async function end(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    for (let waited = 0; waited < 5_000; waited += 100) {
      if (!isSent(pid, waited === 0 ? signal : 0)) return
      await pause(100)
    }
  }
}

/** Whether the process exists to receive the signal; signal 0 only asks. */
function isSent(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
