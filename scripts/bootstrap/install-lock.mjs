import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs `install` while no other command installs packages in the same folder; waits for the other one otherwise.
 * The lock is a file with a process id. `install` receives a function that replaces it with the id of npm's process:
 * npm continues when this process is killed.
 */
export async function withInstallLock(root, install) {
  const file = lockFile(root)
  await acquire(file)
  try {
    return await install((pid) => writeFileSync(file, `${pid}`))
  } finally {
    rmSync(file, { force: true })
  }
}

const lockFile = (root) => join(tmpdir(), `install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.pid`)

async function acquire(file) {
  for (let attempt = 0; ; attempt++) {
    try {
      return writeFileSync(file, `${process.pid}`, { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const pid = readPid(file)
    if (!isRunning(pid)) {
      rmSync(file, { force: true })
      continue
    }
    if (attempt === 0)
      console.error(`Another command is installing the packages (process ${pid}, noted in ${file}): waiting for it`)
    await new Promise((done) => setTimeout(done, 500))
  }
}

function readPid(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0 // removed since
  }
}

function isRunning(pid) {
  if (!pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM' // it runs as another user
  }
}
