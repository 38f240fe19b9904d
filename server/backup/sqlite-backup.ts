import { existsSync } from 'node:fs'
import { lstat, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { isSqliteBusy } from '#server/database/sqlite/sqlite-error.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { copyPrivateFile, syncToDisk } from './files.ts'
import { ensurePrivateFolder } from './private-files.ts'

/** Migrations and row counts of a database: the part of a manifest that a restored database is compared with. */
export type DatabaseContent = Pick<BackupManifest, 'migrations' | 'rows'>

/** How long a connection waits for the lock of another process. */
const BUSY_TIMEOUT_MS = 5_000

/** More pages than a file can have, so that one step copies all: SQLite restarts the copy after a write between two steps. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Creates a consistent copy of a SQLite database with SQLite's online backup, while the server may write. The copy is one
 * file without a write-ahead log, and is verified.
 */
export async function copySqlite(source: DatabaseSync, to: string): Promise<DatabaseContent> {
  await writeFile(to, '', { flag: 'wx', mode: 0o600 }) // SQLite would create it readable for all users
  await backup(source, to, { rate: ALL_PAGES })
  return verifySqlite(to)
}

/** Opens the database, also while a server uses it. Throws `UserError` if it does not exist. */
export function openSqliteSource(file: string): DatabaseSync {
  if (!existsSync(file)) throw new UserError(`The database ${file} does not exist`)
  try {
    return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  } catch (error) {
    throw new UserError(`The database ${file} cannot be opened: ${getErrorMessage(error)}`, { cause: error })
  }
}

/**
 * Checks the integrity of a database file that no other process has open, and removes its write-ahead log. Throws
 * `UserError` if it is damaged.
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

/** Describes the damage of a database; `undefined` if there is none. */
function findSqliteDamage(database: DatabaseSync): string | undefined {
  const [result] = database.prepare('PRAGMA integrity_check(1)').all().flatMap(Object.values)
  if (result !== 'ok') return String(result)
  return database.prepare('PRAGMA foreign_key_check').get() && 'a row references a missing row'
}

/** Counts the rows of the server’s tables and lists the applied migrations. */
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

/** The SQLite database that a restore replaces. */
export type SqliteTarget = Disposable &
  (
    | { readonly state: 'absent' }
    /** Locked by this connection, so that no other process can open it. */
    | { readonly state: 'open'; readonly messages: number; readonly connection: DatabaseSync }
    /** Not readable, or companion files without a database. */
    | { readonly state: 'damaged'; readonly problem: string }
  )

/** Suffixes of the files that SQLite stores beside a database. Those of another database would change the restored one. */
const COMPANIONS = ['-wal', '-shm', '-journal']

/** Locks the database to replace. Throws `UserError` if a server or another program has it open. */
export async function lockSqliteTarget(file: string): Promise<SqliteTarget> {
  const found = await lstat(file).catch(() => undefined)
  if (found?.isSymbolicLink())
    throw new UserError(`${file} is a symbolic link: set BACKEND_FOLDER to the folder that it points to`)
  if (found && !found.isFile()) throw new UserError(`${file} is not a file: move it away`)
  if (!found) {
    const companions = await filterExisting(COMPANIONS.map((suffix) => file + suffix))
    if (companions.length === 0) return { state: 'absent', [Symbol.dispose]: () => {} }
    return createDamagedTarget(`${companions.join(', ')} without ${file}`)
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
    return createDamagedTarget(damage)
  } catch (error) {
    if (opened?.isOpen) opened.close()
    if (isDamageError(error)) return createDamagedTarget(getErrorMessage(error))
    const problem = isSqliteBusy(error)
      ? 'is in use: stop the server, then restore'
      : `cannot be opened: ${getErrorMessage(error)}`
    throw new UserError(`The database ${file} ${problem}`, { cause: error })
  }
}

const createDamagedTarget = (problem: string): SqliteTarget => ({
  state: 'damaged',
  problem,
  [Symbol.dispose]: () => {},
})

/** SQLite's error codes of damaged files (SQLITE_CORRUPT) and other files (SQLITE_NOTADB). */
const DAMAGE_CODES = [11, 26]

const isDamageError = (error: unknown) =>
  error instanceof Error && 'errcode' in error && DAMAGE_CODES.includes(Number(error.errcode) & 0xff)

/** Writes the write-ahead log of a locked database into its file, so that the file can be replaced. */
export function removeWriteAheadLog(connection: DatabaseSync): void {
  const mode = connection.prepare('PRAGMA journal_mode = DELETE').get()?.journal_mode
  if (mode !== 'delete') throw new UserError(`The write-ahead log cannot be removed: the journal mode is ${mode}`)
}

/** Copies the files of a damaged database into a new folder, and removes its companion files. Returns the folder. */
export async function saveDamagedDatabase(file: string, parent: string): Promise<string> {
  const folder = join(await ensurePrivateFolder(parent), `damaged-${new Date().toISOString().replaceAll(':', '-')}`)
  await mkdir(folder, { mode: 0o700 })
  for (const path of await filterExisting(['', ...COMPANIONS].map((suffix) => file + suffix)))
    await copyPrivateFile(path, join(folder, basename(path)))
  await syncToDisk(folder)
  for (const suffix of COMPANIONS) await rm(file + suffix, { force: true })
  return folder
}

async function filterExisting(paths: readonly string[]): Promise<readonly string[]> {
  const stats = await Promise.all(paths.map((path) => lstat(path).catch(() => undefined)))
  return paths.filter((_, index) => stats[index] !== undefined)
}
