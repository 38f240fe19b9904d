import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { isSqliteBusy, type SqliteErrorDetails, serializeSqliteError } from './sqlite-error.ts'

/**
 * Worker thread that has the SQLite database open. `node:sqlite` is synchronous: in the main thread a query that waits for
 * a lock or for the disk would stop the whole server. sqlite-connection.ts starts the thread. Requests are carried out in
 * the order in which they arrive, and each one gets a response.
 */

/** `workerData` of the thread. */
export interface SqliteThreadOptions {
  readonly file: string
  readonly isExclusive: boolean
}

type Statement = { readonly sql: string; readonly parameters: readonly SQLInputValue[] }

export type SqliteRequest =
  | ({ readonly type: 'execute' } & Statement)
  /** Starts to read a large result. At most one is read at a time. */
  | ({ readonly type: 'openCursor' } & Statement)
  /** Reads the next rows, at most `limit`. An empty response is the end. */
  | { readonly type: 'fetchRows'; readonly limit: number }
  | { readonly type: 'closeCursor' }
  /** Closes the database and ends the thread. */
  | { readonly type: 'close' }

export interface SqliteResult<Row = unknown> {
  readonly rows: Row[]
  /** Of a statement that returns no rows. */
  readonly changes?: number | bigint
  readonly lastInsertRowid?: number | bigint
}

export type SqliteResponse<Row = unknown> = (
  | { readonly result: SqliteResult<Row> }
  | { readonly error: SqliteErrorDetails }
) & {
  /** SQLite rolls some transactions back by itself, as when the disk is full. */
  readonly isInTransaction: boolean
}

/** ms that a statement waits for the lock of another process. */
const BUSY_TIMEOUT = 5_000

const NO_ROWS: SqliteResult = { rows: [] }

if (!parentPort) throw new Error('sqlite-thread.ts runs in a worker thread only')
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
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true })
  try {
    if (isExclusive) database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0')
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA secure_delete = ON') // deleted rows stay readable in the file otherwise
    await enableWriteAheadLog(database, isExclusive ? 0 : BUSY_TIMEOUT)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Visitors' words are for the owner of the file alone: mode 0600, whatever the umask is. SQLite gives the files that it
 * makes beside it the same mode; those that are there already are narrowed.
 */
function restrictToOwner(file: string): void {
  createEmpty(file)
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() && (stats.mode & 0o077) !== 0) chmodSync(path, stats.mode & 0o700)
  }
}

/** Where that is impossible, SQLite says why it cannot open the file. */
function createEmpty(file: string): void {
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    fchmodSync(descriptor, 0o600)
    closeSync(descriptor)
  } catch {}
}

/** Retries while the database is locked: SQLite's own busy timeout does not apply to a change of the journal mode. */
async function enableWriteAheadLog(database: DatabaseSync, timeout: number): Promise<void> {
  const deadline = performance.now() + timeout
  for (;;) {
    try {
      const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode
      if (mode !== 'wal') throw new Error(`SQLite cannot keep a write-ahead log here: its journal mode is ${mode}`)
      return
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() >= deadline) throw error
      await pause(20)
    }
  }
}
