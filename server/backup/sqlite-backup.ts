import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import type { BackupManifest } from './backup-manifest.ts'

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
export function findSqliteDamage(database: DatabaseSync): string | undefined {
  const [result] = database.prepare('PRAGMA integrity_check(1)').all().flatMap(Object.values)
  if (result !== 'ok') return String(result)
  return database.prepare('PRAGMA foreign_key_check').get() && 'a row refers to one that is missing'
}

/** The tables of the server in the database, with their rows. */
export function readSqliteContent(database: DatabaseSync): DatabaseContent {
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
