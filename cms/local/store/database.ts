import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { DamagedStateError } from './damaged-state.ts'

/** Stands in the database file. Another number: made by another version of this code. */
const FORMAT = 2

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
  PRAGMA user_version = ${FORMAT};
`

/** Another number once another process has written (sqlite.org/pragma.html#pragma_data_version): it only grows. */
export function createDataVersionReader(database: DatabaseSync): () => number {
  const version = database.prepare('PRAGMA data_version')
  return () => readInteger(version.get()?.data_version)
}

export const getDatabasePath = (folder: string) => join(folder, 'contentful.sqlite')

/** Opens the database of a state folder, makes it where there is none, and checks it. */
export function openStateDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(getDatabasePath(folder))
  try {
    checkOrBegin(database, folder)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function checkOrBegin(database: DatabaseSync, folder: string): void {
  database.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const check = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (check !== 'ok') throw new DamagedStateError(folder, `its database is damaged (${check})`)
  const format = database.prepare('PRAGMA user_version').get()?.user_version
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count
  if (format === 0 && tables === 0) database.exec(`BEGIN IMMEDIATE; ${TABLES} COMMIT`)
  else if (format !== FORMAT) throw new DamagedStateError(folder, 'another version of the local Contentful made it')
  const unreadable = database.prepare(UNREADABLE).get()
  if (unreadable) throw new DamagedStateError(folder, `its ${unreadable.kind} "${unreadable.id}" cannot be read`)
}

/** A byte that changed inside a value leaves a database that SQLite finds in order. */
const UNREADABLE = `SELECT kind, id FROM resources
  WHERE NOT json_valid(draft) OR (published IS NOT NULL AND NOT json_valid(published)) LIMIT 1`

/** The columns of our own tables, with their types checked. */
export function readText(value: SQLOutputValue | undefined): string {
  if (typeof value === 'string') return value
  throw new TypeError(`The database holds ${typeof value} where text must be`)
}

export function readInteger(value: SQLOutputValue | undefined): number {
  if (typeof value === 'number') return value
  throw new TypeError(`The database holds ${typeof value} where a number must be`)
}

export const readNullableText = (value: SQLOutputValue | undefined) => (value === null ? null : readText(value))

export const readNullableInteger = (value: SQLOutputValue | undefined) => (value === null ? null : readInteger(value))
