import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs `install` while holding a lock on the folder; waits while another command holds it. The lock is a file with a
 * process id. `install` receives a function that replaces the id with that of npm, which continues when this process is
 * killed.
 */
export async function withInstallLock(root, install) {
  const file = getLockFile(root)
  await acquire(file)
  try {
    return await install((pid) => writeFileSync(file, `${pid}`))
  } finally {
    rmSync(file, { force: true })
  }
}

const getLockFile = (root) =>
  join(tmpdir(), `install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.pid`)

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
      console.error(`Another command is installing the packages (process ${pid}, lock file ${file}): waiting for it`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function readPid(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0 // removed in the meantime
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
