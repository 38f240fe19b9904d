import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Compilable, Kysely, SqliteDialect } from 'kysely'
import * as z from 'zod'
import { STATE_DATABASE_FILE } from '#local/constants.ts'
import { DamagedStateError } from './damaged-state.ts'

/** Schema version, stored in the database file. A file with another version cannot be opened. */
const SCHEMA_VERSION = 4

/** Resources of the space itself, such as webhooks, have the environment ''. */
const TABLES = `
  CREATE TABLE resources (
    environment TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, contentType TEXT,
    version INTEGER NOT NULL, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL,
    publishedVersion INTEGER, publishedAt TEXT, firstPublishedAt TEXT,
    publishedCounter INTEGER NOT NULL DEFAULT 0,
    archivedVersion INTEGER, archivedAt TEXT,
    draft TEXT NOT NULL, published TEXT,
    PRIMARY KEY (environment, type, id)
  ) STRICT;
  CREATE INDEX resourcesByContentType ON resources (environment, type, contentType);
  PRAGMA user_version = ${SCHEMA_VERSION};
`

/** A row of a resource, without its environment and type. `draft` and `published` are JSON. */
export const resourceRow = z.object({
  id: z.string(),
  /** The content type id of an entry; `null` for other resources. */
  contentType: z.string().nullable(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  publishedVersion: z.number().nullable(),
  publishedAt: z.string().nullable(),
  firstPublishedAt: z.string().nullable(),
  publishedCounter: z.number(),
  archivedVersion: z.number().nullable(),
  archivedAt: z.string().nullable(),
  draft: z.string(),
  published: z.string().nullable(),
})

interface Tables {
  readonly resources: z.output<typeof resourceRow> & { readonly environment: string; readonly type: string }
}

/** Path of the database file in a state folder. */
export const getDatabasePath = (folder: string) => join(folder, STATE_DATABASE_FILE)

const build = new Kysely<Tables>({
  dialect: new SqliteDialect({ database: () => Promise.reject(new Error('Queries run in openStateDatabase')) }),
})

/** Prepared statements that are kept. Lists of ids make one for each length. */
const MAX_STATEMENTS = 200

const sqlParameters = z.array(z.union([z.string(), z.number(), z.null()]))

/** The database of a state folder. Queries are built with Kysely and run synchronously (docs/decisions/0061). */
export type StateDatabase = ReturnType<typeof openStateDatabase>

/** Checks the database of a state folder, and creates its tables if it is new. Throws `DamagedStateError`. */
export function openStateDatabase(connection: DatabaseSync, folder: string) {
  checkOrCreateTables(connection, folder)
  const statements = new Map<string, StatementSync>()
  /** Runs a query and parses its rows. */
  const all = <Row>(query: Compilable, row: z.ZodType<Row>): readonly Row[] => {
    const { sql, parameters } = query.compile()
    if (statements.size > MAX_STATEMENTS) statements.clear()
    const statement = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, statement)
    return statement.all(...sqlParameters.parse(parameters)).map((columns) => row.parse(columns))
  }
  const dataVersion = connection.prepare('PRAGMA data_version')
  const revision = connection.prepare('SELECT total_changes() + data_version AS revision FROM pragma_data_version')
  return {
    /** Builds queries. It does not run them. */
    build,
    all,
    run: (query: Compilable): void => void all(query, z.unknown()),
    /** Commits all writes, or none if `writes` throws. */
    runTransaction: <Result>(writes: () => Result): Result => {
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
    /** Increases when another process writes to the database (sqlite.org/pragma.html#pragma_data_version). */
    readDataVersion: () => Number(dataVersion.get()?.data_version),
    /** Increases with every write, also of another process. */
    readRevision: () => Number(revision.get()?.revision),
    close: (): void => {
      if (connection.isOpen) connection.close()
    },
  }
}

function checkOrCreateTables(connection: DatabaseSync, folder: string): void {
  connection.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const check = connection.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (check !== 'ok') throw new DamagedStateError(folder, `its database is damaged (${check})`)
  const schemaVersion = connection.prepare('PRAGMA user_version').get()?.user_version
  const tables = connection.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count
  if (schemaVersion === 0 && tables === 0) connection.exec(`BEGIN IMMEDIATE; ${TABLES} COMMIT`)
  else if (schemaVersion !== SCHEMA_VERSION)
    throw new DamagedStateError(folder, 'it was created by another version of the local Contentful')
  const invalid = connection.prepare(INVALID_JSON).get()
  if (invalid) throw new DamagedStateError(folder, `its ${invalid.type} "${invalid.id}" cannot be read`)
}

/** `quick_check` does not detect a changed byte inside a value. */
const INVALID_JSON = `
  SELECT type, id FROM resources
  WHERE NOT json_valid(draft) OR (published IS NOT NULL AND NOT json_valid(published)) LIMIT 1
`
