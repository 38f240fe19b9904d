import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Removes a folder of temporary files as soon as the process that started this one ends, however it ends: its end of
 * this process's input closes then, even after a SIGKILL. PostgreSQL servers whose data lies in the folder end first;
 * and unless a word came through the input before, every process whose TMPDIR is the folder.
 */
const [folder = ''] = process.argv.slice(2)
let isOrderly = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}) // it runs after these
process.stdin.on('data', () => {
  isOrderly = true
})
process.stdin.once('close', async () => {
  await Promise.all((await postmasters()).map(end))
  if (!isOrderly) for (const pid of await startedByTests()) isSent(pid, 'SIGKILL')
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

/** The processes whose temporary files belong into the folder. Only Linux shows them. */
async function startedByTests(): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => [])
  const isOurs = async (pid: number) => {
    const variables = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    return variables.split('\0').includes(`TMPDIR=${folder}`)
  }
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid)
  const found = await Promise.all(pids.map(async (pid) => ((await isOurs(pid)) ? [pid] : [])))
  return found.flat()
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
