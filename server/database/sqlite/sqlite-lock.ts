import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { isSqliteBusy } from './retry-while-busy.ts'

/** Another server uses the SQLite database. */
export class DatabaseInUseError extends UserError {
  override readonly name = 'DatabaseInUseError'
}

/** Two servers that start at the same moment can both fail to get the lock, so SQLite tries again for these ms. */
const LOCK_TIMEOUT_MS = 500

/**
 * Makes this process the only server of a SQLite database. The lock is an open transaction on an empty database beside
 * the file (`<file>.lock`), which the operating system ends with the process, even after SIGKILL. Other programs can
 * still open the database itself. Throws `DatabaseInUseError` if another server has the lock, and `UserError` if the
 * lock file cannot be created.
 *
 * The lock is held until it is disposed of, and must be referenced until then: a garbage-collected connection is closed.
 *
 * This process must not open the lock file with `node:fs`: closing that file descriptor would release the lock (POSIX
 * `fcntl`).
 */
export function acquireSqliteLock(file: string): Disposable {
  const connection = tryLock(getLockFile(file))
  if (connection) return connection
  throw new DatabaseInUseError(
    `The database ${file} is in use by another server, and SQLite is for one server: stop the other server, or set DATABASE_URL to a PostgreSQL database for several`,
  )
}

/** Resolves symbolic links, so that a database has one lock whatever its path is. */
const getLockFile = (file: string) => `${existsSync(file) ? realpathSync(file) : file}.lock`

/** Returns the connection that holds the lock, or `undefined` if another process or this one holds it already. */
function tryLock(lockFile: string): DatabaseSync | undefined {
  try {
    mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 })
    return lockFileExclusively(lockFile, LOCK_TIMEOUT_MS)
  } catch (error) {
    throw new UserError(
      `The lock file ${lockFile} cannot be locked: ${getErrorMessage(error)}. This user needs to write its folder`,
      { cause: error },
    )
  }
}

/**
 * Locks an empty SQLite file, which is created if missing, until the connection is closed or the process ends, even by
 * SIGKILL. Waits for `timeoutMs`, in which this process does nothing else. Returns `undefined` if another connection
 * holds the lock; throws if the file cannot be locked.
 */
export function lockFileExclusively(lockFile: string, timeoutMs: number): DatabaseSync | undefined {
  const connection = new DatabaseSync(lockFile, { timeout: timeoutMs })
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE') // no journal file, because nothing is written
    chmodSync(lockFile, 0o600) // a user who can read the file can lock it
    return connection
  } catch (error) {
    connection.close()
    if (isSqliteBusy(error)) return undefined
    throw error
  }
}
