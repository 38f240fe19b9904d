import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Deletes a temporary folder when the parent process ends. The stdin of this process closes then, even after a SIGKILL.
 * First stops the PostgreSQL servers with data in the folder, then kills other processes that are still running.
 */
const [folder = ''] = process.argv.slice(2)
const parentPid = process.ppid

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}) // cleanup runs after these signals
process.stdin.resume()
process.stdin.once('close', async () => {
  await Promise.all((await findPostgresServers()).map(stopPostgres))
  for (const pid of await findLeftoverProcesses()) sendSignal(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  process.exit()
})

/** Returns the process ids of the servers whose data is in the folder or in a folder directly in it. */
async function findPostgresServers(): Promise<readonly number[]> {
  const folders = await readdir(folder).catch(() => [])
  const files = ['.', ...folders].map((name) =>
    readFile(join(folder, name, 'postmaster.pid'), 'utf8').catch(() => undefined),
  )
  return (await Promise.all(files)).flatMap((file) => (file ? [Number.parseInt(file, 10)] : []))
}

/**
 * Returns the processes whose TMPDIR is the folder, except children of the parent process, which may still be exiting.
 * Works on Linux only.
 */
async function findLeftoverProcesses(): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid)
  const leftovers = await Promise.all(pids.map(async (pid) => ((await isLeftover(pid)) ? [pid] : [])))
  return leftovers.flat()
}

async function isLeftover(pid: number): Promise<boolean> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  if (!(await read('environ')).split('\0').includes(`TMPDIR=${folder}`)) return false
  const [, parent] = /^PPid:\s*(\d+)$/m.exec(await read('status')) ?? []
  return Number(parent) !== parentPid
}

/** SIGQUIT is PostgreSQL's immediate shutdown, which removes its shared memory. */
async function stopPostgres(pid: number): Promise<void> {
  for (let waited = 0; waited < 5_000; waited += 100) {
    if (!sendSignal(pid, waited === 0 ? 'SIGQUIT' : 0)) return
    await sleep(100)
  }
}

/** Sends a signal. Returns whether the process exists; signal 0 only checks that. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
