import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isSqliteBusy } from '#server/database/sqlite/sqlite-error.ts'
import { UserError } from '#shared/user-error.ts'

const FOLDER = '.cache/build-locks'

/**
 * Runs a build while holding a lock on its output folder. Throws `UserError` when another process holds the lock. The
 * lock is that of an SQLite file, which the operating system releases when the process ends, also when it is killed.
 */
export async function withBuildLock<Result>(outDir: string, build: () => Promise<Result>): Promise<Result> {
  await mkdir(FOLDER, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${FOLDER} cannot be created (${error.code}): make .cache a writable folder, or delete it`)
  })
  const name = createHash('sha256').update(resolve(outDir)).digest('hex').slice(0, 16)
  const lock = new DatabaseSync(join(FOLDER, `${name}.lock`), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isSqliteBusy(error)) throw error
    throw new UserError(`Another build is writing ${outDir}: wait until it has ended, then run this one again`)
  }
  try {
    return await build()
  } finally {
    lock.close()
  }
}
