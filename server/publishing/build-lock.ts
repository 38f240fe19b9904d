import { hash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { lockFileExclusively } from '#server/database/sqlite/sqlite-lock.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'

/** Locks of builds that are in no releases folder, as that of `dist`. */
const DEFAULT_LOCK_FOLDER = '.cache/build-locks'

/** Path of the lock file of a folder. Its name is the same whatever the path of a mounted releases folder is. */
export function getLockFile(lockFolder: string, folder: string): string {
  const name = hash('sha256', relative(dirname(lockFolder), folder))
  return join(lockFolder, `${name.slice(0, 16)}.lock`)
}

/**
 * Does work while holding the lock of a folder. The lock folder is created if missing. Throws `UserError` when another
 * process holds the lock, and when the lock file cannot be opened. The lock is that of an SQLite file, which the operating
 * system releases when the process ends, also when it is killed.
 */
export async function withBuildLock<Result>(
  folder: string,
  work: () => Promise<Result>,
  lockFolder = DEFAULT_LOCK_FOLDER,
): Promise<Result> {
  const file = getLockFile(lockFolder, folder)
  let lock: DatabaseSync | undefined
  try {
    await mkdir(lockFolder, { recursive: true })
    lock = lockFileExclusively(file, 0)
  } catch (error) {
    const reason = getErrorMessage(error)
    throw new UserError(`The lock file ${file} cannot be opened: ${reason}. This user needs to write its folder`)
  }
  if (!lock) throw new UserError(`Another build is writing ${folder}: wait until it has ended, then run this one again`)
  try {
    return await work()
  } finally {
    lock.close()
  }
}
