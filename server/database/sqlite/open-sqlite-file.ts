import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { retryWhileBusy } from './retry-while-busy.ts'

/**
 * ms that a statement blocks the process while another process holds the lock; the driver waits longer, without
 * blocking.
 */
const BLOCKING_TIMEOUT_MS = 5

/**
 * Opens a SQLite file, which only its owner can read, with a write-ahead log and commits that are on the disk. Creates
 * missing folders.
 */
export async function openSqliteFile(file: string): Promise<DatabaseSync> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  restrictToOwner(file)
  const database = new DatabaseSync(file, { timeout: BLOCKING_TIMEOUT_MS, enableForeignKeyConstraints: true })
  try {
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA secure_delete = ON') // otherwise deleted rows stay readable in the file
    await retryWhileBusy(() => enableWriteAheadLog(database))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function enableWriteAheadLog(database: DatabaseSync): void {
  const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode
  if (mode !== 'wal') throw new Error(`SQLite cannot use a write-ahead log here: the journal mode is ${mode}`)
}

/**
 * Sets mode 0600 regardless of the umask, because the file contains personal data. SQLite creates the files beside it
 * with the same mode. Existing files lose the rights of group and others.
 */
function restrictToOwner(file: string): void {
  createEmptyFile(file)
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() && (stats.mode & 0o077) !== 0) chmodSync(path, stats.mode & 0o700)
  }
}

/** Ignores errors: if the file cannot be created, SQLite reports why it cannot be opened. */
function createEmptyFile(file: string): void {
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    fchmodSync(descriptor, 0o600)
    closeSync(descriptor)
  } catch {}
}
