import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { DamagedStateError } from './damaged-state.ts'

/** Schema version, stored in the database file. A file with another version cannot be opened. */
const SCHEMA_VERSION = 2

const TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE resources (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    content_type TEXT,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    published_version INTEGER,
    published_at TEXT,
    first_published_at TEXT,
    published_counter INTEGER NOT NULL DEFAULT 0,
    archived_version INTEGER,
    archived_at TEXT,
    draft TEXT NOT NULL,
    published TEXT,
    PRIMARY KEY (kind, id)
  ) STRICT;
  CREATE INDEX resources_by_type ON resources (kind, content_type);
  CREATE TABLE uploads (id TEXT PRIMARY KEY, sha256 TEXT NOT NULL, created_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE files (
    path TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${SCHEMA_VERSION};
`

/** Reads a number that increases when another process writes to the database (sqlite.org/pragma.html#pragma_data_version). */
export function createDataVersionReader(database: DatabaseSync): () => number {
  const statement = database.prepare('PRAGMA data_version')
  return () => readInteger(statement.get()?.data_version)
}

/** Path of the database file in a state folder. */
export const getDatabasePath = (folder: string) => join(folder, 'contentful.sqlite')

/** Opens and checks the database of a state folder. Creates it if it does not exist. Throws `DamagedStateError`. */
export function openStateDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(getDatabasePath(folder))
  try {
    checkOrCreateTables(database, folder)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function checkOrCreateTables(database: DatabaseSync, folder: string): void {
  database.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const check = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (check !== 'ok') throw new DamagedStateError(folder, `its database is damaged (${check})`)
  const schemaVersion = database.prepare('PRAGMA user_version').get()?.user_version
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count
  if (schemaVersion === 0 && tables === 0) database.exec(`BEGIN IMMEDIATE; ${TABLES} COMMIT`)
  else if (schemaVersion !== SCHEMA_VERSION)
    throw new DamagedStateError(folder, 'it was created by another version of the local Contentful')
  const invalidRow = database.prepare(SELECT_INVALID_JSON).get()
  if (invalidRow) throw new DamagedStateError(folder, `its ${invalidRow.kind} "${invalidRow.id}" cannot be read`)
}

/** `quick_check` does not detect a changed byte inside a value. */
const SELECT_INVALID_JSON = `SELECT kind, id FROM resources
  WHERE NOT json_valid(draft) OR (published IS NOT NULL AND NOT json_valid(published)) LIMIT 1`

/** Reads a text column. Throws `TypeError` for another type. */
export function readText(value: SQLOutputValue | undefined): string {
  if (typeof value === 'string') return value
  throw new TypeError(`The database contains ${typeof value} instead of text`)
}

/** Reads an integer column. Throws `TypeError` for another type. */
export function readInteger(value: SQLOutputValue | undefined): number {
  if (typeof value === 'number') return value
  throw new TypeError(`The database contains ${typeof value} instead of a number`)
}

/** Reads a text column that can be `NULL`. */
export const readNullableText = (value: SQLOutputValue | undefined) => (value === null ? null : readText(value))

/** Reads an integer column that can be `NULL`. */
export const readNullableInteger = (value: SQLOutputValue | undefined) => (value === null ? null : readInteger(value))
