import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Removes a folder of temporary files as soon as the process that started this one ends, however it ends: its end of
 * this process's input closes then, even after a SIGKILL. PostgreSQL servers whose data lies in the folder end first,
 * and then the processes that tests have left behind.
 */
const [folder = ''] = process.argv.slice(2)
const starter = process.ppid

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}) // it runs after these
process.stdin.resume()
process.stdin.once('close', async () => {
  await Promise.all((await postmasters()).map(end))
  for (const pid of await leftByTests()) isSent(pid, 'SIGKILL')
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

/**
 * The processes whose temporary files belong into the folder, but for the workers of a run that still ends itself. Only
 * Linux shows them.
 */
async function leftByTests(): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid)
  const found = await Promise.all(pids.map(async (pid) => ((await isLeft(pid)) ? [pid] : [])))
  return found.flat()
}

async function isLeft(pid: number): Promise<boolean> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  if (!(await read('environ')).split('\0').includes(`TMPDIR=${folder}`)) return false
  const [, parent] = /^PPid:\s*(\d+)$/m.exec(await read('status')) ?? []
  return Number(parent) !== starter
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
