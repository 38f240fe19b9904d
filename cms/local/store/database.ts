import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type Compilable,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import * as z from 'zod'
import { DamagedStateError } from './damaged-state.ts'

/** Schema version, stored in the database file. A file with another version cannot be opened. */
const SCHEMA_VERSION = 3

/** Resources of the space itself, such as webhooks, have the environment ''. */
const TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE resources (
    environment TEXT NOT NULL,
    type TEXT NOT NULL,
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
    PRIMARY KEY (environment, type, id)
  ) STRICT;
  CREATE INDEX resources_by_content_type ON resources (environment, type, content_type);
  CREATE TABLE uploads (id TEXT PRIMARY KEY, sha256 TEXT NOT NULL, created_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE files (
    path TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${SCHEMA_VERSION};
`

interface Tables {
  readonly meta: { key: string; value: string }
  readonly resources: {
    environment: string
    type: string
    id: string
    content_type: string | null
    version: number
    created_at: string
    updated_at: string
    published_version: number | null
    published_at: string | null
    first_published_at: string | null
    published_counter: number
    archived_version: number | null
    archived_at: string | null
    draft: string
    published: string | null
  }
  readonly uploads: { id: string; sha256: string; created_at: string }
  readonly files: { path: string; sha256: string; content_type: string; size: number }
}

/** The database of a state folder. Queries are built with Kysely and run synchronously (docs/decisions/0061). */
export interface StateDatabase {
  /** Builds queries. It does not run them. */
  readonly build: Kysely<Tables>
  /** Runs a query and parses its rows. */
  readonly all: <Row>(query: Compilable, row: z.ZodType<Row>) => readonly Row[]
  readonly run: (query: Compilable) => void
  /** Commits all writes, or none if `writes` throws. */
  readonly runTransaction: <Result>(writes: () => Result) => Result
  /** Increases when another process writes to the database (sqlite.org/pragma.html#pragma_data_version). */
  readonly readDataVersion: () => number
  readonly close: () => void
}

/** Path of the database file in a state folder. */
export const getDatabasePath = (folder: string) => join(folder, 'contentful.sqlite')

/** Prepared statements that are kept. Lists of ids make one for each length. */
const MAX_STATEMENTS = 200

const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** Opens and checks the database of a state folder. Creates it if it does not exist. Throws `DamagedStateError`. */
export function openStateDatabase(folder: string): StateDatabase {
  mkdirSync(folder, { recursive: true })
  const connection = new DatabaseSync(getDatabasePath(folder))
  const statements = new Map<string, StatementSync>()
  const all: StateDatabase['all'] = (query, row) => {
    const { sql: text, parameters } = query.compile()
    if (statements.size > MAX_STATEMENTS) statements.clear()
    const statement = statements.get(text) ?? connection.prepare(text)
    statements.set(text, statement)
    return statement.all(...parameters.map(toSqlValue)).map((value) => row.parse(value))
  }
  const database: StateDatabase = {
    build,
    all,
    run: (query) => void all(query, z.unknown()),
    runTransaction: (writes) => {
      connection.exec('BEGIN IMMEDIATE')
      try {
        const result = writes()
        connection.exec('COMMIT')
        return result
      } catch (error) {
        connection.exec('ROLLBACK')
        throw error
      }
    },
    readDataVersion: () => all(toCompilable('PRAGMA data_version'), dataVersionRow)[0]?.data_version ?? 0,
    close: () => {
      if (connection.isOpen) connection.close()
    },
  }
  try {
    checkOrCreateTables(connection, database, folder)
    return database
  } catch (error) {
    connection.close()
    throw error
  }
}

const toCompilable = (text: string): Compilable => ({ compile: () => sql.raw(text).compile(build) })

const dataVersionRow = z.object({ data_version: z.number() })

function toSqlValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`A query parameter is ${typeof value}, not text or a number`)
}

function checkOrCreateTables(connection: DatabaseSync, { all }: StateDatabase, folder: string): void {
  connection.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const check = connection.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (check !== 'ok') throw new DamagedStateError(folder, `its database is damaged (${check})`)
  const schemaVersion = connection.prepare('PRAGMA user_version').get()?.user_version
  const tables = connection.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count
  if (schemaVersion === 0 && tables === 0) connection.exec(`BEGIN IMMEDIATE; ${TABLES} COMMIT`)
  else if (schemaVersion !== SCHEMA_VERSION)
    throw new DamagedStateError(folder, 'it was created by another version of the local Contentful')
  const [invalid] = all(INVALID_JSON, z.object({ type: z.string(), id: z.string() }))
  if (invalid) throw new DamagedStateError(folder, `its ${invalid.type} "${invalid.id}" cannot be read`)
}

/** `quick_check` does not detect a changed byte inside a value. */
const INVALID_JSON = build
  .selectFrom('resources')
  .select(['type', 'id'])
  .where(sql<boolean>`NOT json_valid(draft) OR (published IS NOT NULL AND NOT json_valid(published))`)
  .limit(1)
