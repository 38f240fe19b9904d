import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { UserError } from '#shared/user-error.ts'
import { isSqliteBusy } from './sqlite-error.ts'

export interface SqliteLock {
  readonly release: () => void
}

/** Another server has the database. */
export class DatabaseInUseError extends UserError {
  override readonly name = 'DatabaseInUseError'
}

/** Two servers that start at the same moment can both fail to get the lock, so each tries a few times. */
const ATTEMPTS = 6
/** ms between attempts, at most. */
const LONGEST_PAUSE = 200

/** Keeps the connections alive: a connection that is garbage-collected is closed, and its lock is gone. */
const held = new Set<DatabaseSync>()

/**
 * Makes this process the only server of a SQLite database. The lock is an open transaction on an empty database beside
 * the file (`<file>.lock`), which the operating system ends with the process, also after SIGKILL. Other programs can
 * still open the database itself. Throws `DatabaseInUseError` where another server has the lock, `UserError` where the file
 * cannot be made.
 *
 * Nothing in this process may open the lock file with `node:fs`: closing such a file ends the lock (POSIX `fcntl`).
 */
export async function acquireSqliteLock(file: string): Promise<SqliteLock> {
  const lockFile = lockFileOf(file)
  for (let attempt = 1; ; attempt++) {
    const connection = tryLock(lockFile)
    if (connection) {
      held.add(connection)
      return {
        release: () => {
          if (held.delete(connection)) connection.close()
        },
      }
    }
    if (attempt === ATTEMPTS)
      throw new DatabaseInUseError(
        `The database ${file} is in use by another server, and SQLite is for one server: stop the other server, or set DATABASE_URL to a PostgreSQL database for several`,
      )
    await pause(Math.random() * LONGEST_PAUSE)
  }
}

/** A database that is a symbolic link is locked where it leads: the same file has one lock, whatever its path. */
const lockFileOf = (file: string) => `${existsSync(file) ? realpathSync(file) : file}.lock`

/** The connection that holds the lock; `undefined` where another process, or this one, holds it. */
function tryLock(lockFile: string): DatabaseSync | undefined {
  let connection: DatabaseSync | undefined
  try {
    mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 })
    connection = new DatabaseSync(lockFile, { timeout: 0 })
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE') // no journal file: nothing is ever written
    chmodSync(lockFile, 0o600) // another user who may read it could lock it
    return connection
  } catch (error) {
    connection?.close()
    if (isSqliteBusy(error)) return undefined
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserError(`The lock ${lockFile} cannot be taken: ${reason}`, { cause: error })
  }
}
