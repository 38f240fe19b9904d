import { lstat, mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isSqliteBusy } from '#server/database/sqlite/sqlite-error.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { copyPrivateFile, syncToDisk } from './files.ts'
import { ensurePrivateFolder } from './private-files.ts'
import { findSqliteDamage, readSqliteContent } from './sqlite-backup.ts'

/** Where a SQLite database is restored to, while nobody else can open it. */
export type SqliteTarget = Disposable &
  (
    | { readonly state: 'absent' }
    /** Locked by this connection. */
    | { readonly state: 'open'; readonly messages: number; readonly connection: DatabaseSync }
    /** Not readable, or the files of a database that is gone. */
    | { readonly state: 'damaged'; readonly problem: string }
  )

/** What SQLite keeps beside a database. One of another database would change the restored one. */
const COMPANIONS = ['-wal', '-shm', '-journal']

/** Locks the database that is to be replaced. Throws `UserError` where a server or another program has it open. */
export async function lockSqliteTarget(file: string): Promise<SqliteTarget> {
  const found = await lstat(file).catch(() => undefined)
  if (found?.isSymbolicLink())
    throw new UserError(`${file} is a symbolic link: set BACKEND_FOLDER to the folder that it leads to`)
  if (found && !found.isFile()) throw new UserError(`${file} is no file: move it away`)
  if (!found) {
    const companions = await existing(COMPANIONS.map((suffix) => file + suffix))
    if (companions.length === 0) return { state: 'absent', [Symbol.dispose]: () => {} }
    return damaged(`${companions.join(', ')} without ${file}`)
  }
  return lockFile(file)
}

function lockFile(file: string): SqliteTarget {
  let opened: DatabaseSync | undefined
  try {
    const connection = new DatabaseSync(file, { timeout: 0 })
    opened = connection
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
    const damage = findSqliteDamage(connection)
    if (damage === undefined) {
      const messages = readSqliteContent(connection).rows.message ?? 0
      return { state: 'open', messages, connection, [Symbol.dispose]: () => connection.close() }
    }
    connection.close()
    return damaged(damage)
  } catch (error) {
    if (opened?.isOpen) opened.close()
    if (isDamage(error)) return damaged(getErrorMessage(error))
    const problem = isSqliteBusy(error)
      ? 'is in use: stop the server, then restore'
      : `cannot be opened: ${getErrorMessage(error)}`
    throw new UserError(`The database ${file} ${problem}`, { cause: error })
  }
}

const damaged = (problem: string): SqliteTarget => ({ state: 'damaged', problem, [Symbol.dispose]: () => {} })

/** SQLite's codes for a damaged file (SQLITE_CORRUPT) and for a file that is none of its own (SQLITE_NOTADB). */
const DAMAGE = [11, 26]

const isDamage = (error: unknown) =>
  error instanceof Error && 'errcode' in error && DAMAGE.includes(Number(error.errcode) & 0xff)

/** Brings everything of a locked database into its file, so that the file can be replaced. */
export function removeWriteAheadLog(connection: DatabaseSync): void {
  const mode = connection.prepare('PRAGMA journal_mode = DELETE').get()?.journal_mode
  if (mode !== 'delete') throw new UserError(`The write-ahead log cannot be removed: the journal mode is ${mode}`)
}

/** Copies the files of a damaged database into a new folder, and removes those beside it. Returns the folder. */
export async function saveDamagedDatabase(file: string, parent: string): Promise<string> {
  const folder = join(await ensurePrivateFolder(parent), `damaged-${new Date().toISOString().replaceAll(':', '-')}`)
  await mkdir(folder, { mode: 0o700 })
  for (const path of await existing(['', ...COMPANIONS].map((suffix) => file + suffix)))
    await copyPrivateFile(path, join(folder, basename(path)))
  await syncToDisk(folder)
  for (const suffix of COMPANIONS) await rm(file + suffix, { force: true })
  return folder
}

async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => lstat(path).catch(() => undefined)))
  return paths.filter((_, index) => found[index] !== undefined)
}
