import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { isSqliteBusy, type SqliteErrorDetails, serializeSqliteError } from './sqlite-error.ts'

/**
 * Worker thread that opens the SQLite database. `node:sqlite` is synchronous: in the main thread a query that waits for
 * a lock or for the disk would block the server. sqlite-connection.ts starts the thread. It executes requests in order
 * and sends one response per request.
 */

/** `workerData` of the thread. */
export interface SqliteThreadOptions {
  readonly file: string
  readonly isExclusive: boolean
}

type Statement = { readonly sql: string; readonly parameters: readonly SQLInputValue[] }

/** A message to the thread. */
export type SqliteRequest =
  | ({ readonly type: 'execute' } & Statement)
  /** Opens a cursor to read a large result. There is at most one cursor. */
  | ({ readonly type: 'openCursor' } & Statement)
  /** Reads the next rows, at most `limit`. An empty result is the end. */
  | { readonly type: 'fetchRows'; readonly limit: number }
  | { readonly type: 'closeCursor' }
  /** Closes the database and ends the thread. */
  | { readonly type: 'close' }

/** The result of a statement. */
export interface SqliteResult<Row = unknown> {
  readonly rows: Row[]
  /** For a statement that returns no rows. */
  readonly changes?: number | bigint
  readonly lastInsertRowid?: number | bigint
}

/** The response of the thread to a request. */
export type SqliteResponse<Row = unknown> = (
  | { readonly result: SqliteResult<Row> }
  | { readonly error: SqliteErrorDetails }
) & {
  /** SQLite rolls back some transactions itself, for example when the disk is full. */
  readonly isInTransaction: boolean
}

/** How long a statement waits for the lock of another process. */
const BUSY_TIMEOUT_MS = 5_000

const NO_ROWS: SqliteResult = { rows: [] }

if (!parentPort) throw new Error('sqlite-thread.ts must run in a worker thread')
const port = parentPort
let cursor: Iterator<unknown> | undefined

try {
  const database = await openFile(workerData)
  port.on('message', (request: SqliteRequest) => {
    respond(database, () => execute(database, request))
    if (request.type === 'close') port.close()
  })
  respond(database, () => NO_ROWS)
} catch (error) {
  send({ error: serializeSqliteError(error), isInTransaction: false })
}

function respond(database: DatabaseSync, work: () => SqliteResult): void {
  const isInTransaction = () => database.isOpen && database.isTransaction
  try {
    const result = work()
    send({ result, isInTransaction: isInTransaction() })
  } catch (error) {
    send({ error: serializeSqliteError(error), isInTransaction: isInTransaction() })
  }
}

function send(response: SqliteResponse): void {
  port.postMessage(response)
}

function execute(database: DatabaseSync, request: SqliteRequest): SqliteResult {
  switch (request.type) {
    case 'execute': {
      const statement = database.prepare(request.sql)
      if (statement.columns().length > 0) return { rows: statement.all(...request.parameters) }
      return { rows: [], ...statement.run(...request.parameters) }
    }
    case 'openCursor':
      cursor = database.prepare(request.sql).iterate(...request.parameters)
      return NO_ROWS
    case 'fetchRows':
      return { rows: nextRows(request.limit) }
    case 'closeCursor':
      cursor?.return?.()
      cursor = undefined
      return NO_ROWS
    case 'close':
      database.close()
      return NO_ROWS
  }
}

function nextRows(limit: number): unknown[] {
  const rows: unknown[] = []
  while (rows.length < limit) {
    const next = cursor?.next()
    if (!next || next.done) break
    rows.push(next.value)
  }
  return rows
}

async function openFile({ file, isExclusive }: SqliteThreadOptions): Promise<DatabaseSync> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  restrictToOwner(file)
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  try {
    if (isExclusive) database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0')
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA secure_delete = ON') // otherwise deleted rows stay readable in the file
    await enableWriteAheadLog(database, isExclusive ? 0 : BUSY_TIMEOUT_MS)
    return database
  } catch (error) {
    database.close()
    throw error
  }
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

/**
 * Retries while the database is locked, because SQLite's busy timeout does not apply to changes of the journal mode.
 */
async function enableWriteAheadLog(database: DatabaseSync, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode
      if (mode !== 'wal') throw new Error(`SQLite cannot use a write-ahead log here: the journal mode is ${mode}`)
      return
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() >= deadline) throw error
      await sleep(20)
    }
  }
}
