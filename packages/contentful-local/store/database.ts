import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { STATE_DATABASE_FILE } from '#local/constants.ts'
import { parseTimestamp } from '#local/shared/parse-timestamp.ts'
import { listSearchWords } from './search-words.ts'
import { DamagedStateError } from './state-error.ts'
import { TABLES } from './tables.ts'

/** Schema version, stored in the database file. A file with another version cannot be opened. */
const SCHEMA_VERSION = 6

export const getDatabasePath = (folder: string) => join(folder, STATE_DATABASE_FILE)

/** The values of a query's named parameters. A query ignores those that it does not name. */
export type SqlParameters = Readonly<Record<string, SQLInputValue>>

/** The database of a state folder. Queries run synchronously, so that a version check and its write stay together. */
export type StateDatabase = ReturnType<typeof openStateDatabase>

/** Checks the database of a state folder, and creates its tables if it is new. Throws `DamagedStateError`. */
export function openStateDatabase(connection: DatabaseSync, folder: string) {
  addFunctions(connection)
  checkOrCreateTables(connection, folder)
  const statements = new Map<string, StatementSync>()
  /** The prepared statement of a query. Lists of values are one JSON parameter, so that there are few queries. */
  const prepare = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? connection.prepare(sql)
    statement.setAllowUnknownNamedParameters(true)
    statements.set(sql, statement)
    return statement
  }
  let undoneWrites = 0
  const totalChanges = connection.prepare('SELECT total_changes() AS total')
  const dataVersion = connection.prepare('PRAGMA data_version')
  return {
    all: (sql: string, parameters: SqlParameters) => prepare(sql).all(parameters),
    run: (sql: string, parameters: SqlParameters): void => void prepare(sql).run(parameters),
    /** Commits all writes, or none if `writes` throws. Inside another transaction, they are a part of it. */
    runTransaction: <Result>(writes: () => Result): Result => {
      if (connection.isTransaction) return writes()
      connection.exec('BEGIN IMMEDIATE')
      const { total: changesBefore } = totalChanges.get() ?? {}
      try {
        const result = writes()
        connection.exec('COMMIT')
        return result
      } catch (error) {
        if (connection.isTransaction) connection.exec('ROLLBACK') // a full disk has ended it
        if (totalChanges.get()?.total !== changesBefore) undoneWrites += 1
        throw error
      }
    },
    /** Keeps a copy of all resources, to which `restoreResources` returns. Call it once. */
    keepResources: (): void => connection.exec('CREATE TEMP TABLE startResources AS SELECT * FROM resources'),
    restoreResources: (): void => {
      connection.exec(RESTORE)
      undoneWrites += 1
    },
    /** Increases when another process writes (sqlite.org/pragma.html#pragma_data_version), and at a rollback or a restore. */
    countOtherChanges: () => Number(dataVersion.get()?.data_version) + undoneWrites,
    close: (): void => {
      if (connection.isOpen) connection.close()
    },
  }
}

/** Other texts would be parsed in the time zone of this machine. */
const ISO_DATE = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/

/** The functions that triggers use (tables.ts). */
function addFunctions(connection: DatabaseSync): void {
  connection.function('parseDate', { deterministic: true }, (text) => {
    const timestamp = ISO_DATE.test(String(text)) ? parseTimestamp(String(text)) : Number.NaN
    return Number.isFinite(timestamp) ? timestamp : null
  })
  connection.function('listWords', { deterministic: true }, (environment, contentType, json) =>
    listSearchWords(String(environment), contentType === null ? null : String(contentType), String(json)),
  )
}

function checkOrCreateTables(connection: DatabaseSync, folder: string): void {
  connection.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const check = connection.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (check !== 'ok') throw new DamagedStateError(folder, `its database is damaged (${check})`)
  const schemaVersion = connection.prepare('PRAGMA user_version').get()?.user_version
  const tables = connection.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count
  if (schemaVersion === 0 && tables === 0)
    connection.exec(`BEGIN IMMEDIATE; ${TABLES} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
  else if (schemaVersion !== SCHEMA_VERSION)
    throw new DamagedStateError(folder, 'it was created by another version of the local Contentful')
  const invalid = connection.prepare(INVALID_JSON).get()
  if (invalid) throw new DamagedStateError(folder, `its ${invalid.type} "${invalid.id}" cannot be read`)
}

/** Writes only the rows that differ from those of the start. The values of fields follow by triggers. */
const RESTORE = `
  BEGIN IMMEDIATE;
  DELETE FROM resources WHERE (environment, type, id) IN (
    SELECT environment, type, id FROM (SELECT * FROM resources EXCEPT SELECT * FROM startResources));
  INSERT INTO resources SELECT * FROM startResources EXCEPT SELECT * FROM resources;
  COMMIT`

/** `quick_check` does not detect a changed byte inside a value. */
const INVALID_JSON = `
  SELECT type, id FROM resources
  WHERE NOT json_valid(draft) OR (published IS NOT NULL AND NOT json_valid(published)) LIMIT 1
`
