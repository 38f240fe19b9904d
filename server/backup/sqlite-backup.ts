import { existsSync } from 'node:fs'
import { lstat, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { isSqliteBusy } from '#server/database/sqlite/sqlite-error.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { copyPrivateFile, syncToDisk } from './files.ts'
import { ensurePrivateFolder } from './private-files.ts'

/** What is in a database: the part of a manifest that a restored database is compared with. */
export type DatabaseContent = Pick<BackupManifest, 'migrations' | 'rows'>

/** ms that a connection waits for the lock of another process. */
const BUSY_TIMEOUT = 5_000

/** More than any file has, so that one step copies all of it: SQLite starts anew when somebody writes between two steps. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Copies a SQLite database, of one moment, with SQLite's online backup. The server goes on writing meanwhile. The copy is
 * one file without a write-ahead log, and is checked.
 */
export async function copySqlite(source: DatabaseSync, to: string): Promise<DatabaseContent> {
  await writeFile(to, '', { flag: 'wx', mode: 0o600 }) // SQLite would let everybody read it
  await backup(source, to, { rate: ALL_PAGES })
  return verifySqlite(to)
}

/** Opens the database of a server that may be running. Throws `UserError` where there is none. */
export function openSqliteSource(file: string): DatabaseSync {
  if (!existsSync(file)) throw new UserError(`There is no database ${file}`)
  try {
    return new DatabaseSync(file, { timeout: BUSY_TIMEOUT })
  } catch (error) {
    throw new UserError(`The database ${file} cannot be opened: ${getErrorMessage(error)}`, { cause: error })
  }
}

/**
 * Checks a database file that nobody else has open, and takes its write-ahead log away. Throws `UserError` where it
 * is damaged.
 */
export function verifySqlite(file: string): DatabaseContent {
  using database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = DELETE')
    const damage = findSqliteDamage(database)
    if (damage) throw new Error(damage)
    return readSqliteContent(database)
  } catch (error) {
    throw new UserError(`The database is damaged: ${getErrorMessage(error)}`, { cause: error })
  }
}

/** What is wrong with a database; `undefined` where nothing is. */
function findSqliteDamage(database: DatabaseSync): string | undefined {
  const [result] = database.prepare('PRAGMA integrity_check(1)').all().flatMap(Object.values)
  if (result !== 'ok') return String(result)
  return database.prepare('PRAGMA foreign_key_check').get() && 'a row refers to one that is missing'
}

/** The tables of the server in the database, with their rows. */
function readSqliteContent(database: DatabaseSync): DatabaseContent {
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all()
    .map(({ name }) => String(name))
  const own = tables.filter((name) => !name.startsWith('kysely_'))
  const rows = own.map((name) => [name, Number(database.prepare(`SELECT count(*) AS n FROM "${name}"`).get()?.n)])
  const migrations = tables.includes('kysely_migration')
    ? database.prepare('SELECT name FROM kysely_migration ORDER BY name').all()
    : []
  return { migrations: migrations.map(({ name }) => String(name)), rows: Object.fromEntries(rows) }
}

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
