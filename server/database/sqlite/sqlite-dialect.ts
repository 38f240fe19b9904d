import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { BUSY_TIMEOUT_MS, isSqliteBusy, retryWhileBusy } from './retry-while-busy.ts'

/** Creates the Kysely dialect for a SQLite file with `node:sqlite`. The first query opens the file. */
export function createSqliteDialect(file: string): Dialect {
  return {
    createDriver: () => new SqliteDriver(file),
    createAdapter: () => new TransactionalDdlAdapter(),
    createQueryCompiler: () => new WithoutRowLocksCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Driver with one connection. Kysely runs one query or transaction at a time, because of `SqliteAdapter`. */
class SqliteDriver implements Driver {
  readonly #file: string
  #connection: SqliteConnection | undefined

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    this.#connection = new SqliteConnection(await openSqliteFile(this.#file))
  }

  /** Queries are synchronous: between two of them the event loop gets a turn, so that a loop of queries blocks no request. */
  async acquireConnection(): Promise<DatabaseConnection> {
    await nextTurn()
    if (!this.#connection) throw new Error('The database is not open')
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  /**
   * A transaction takes the write lock at its start, so that a second process waits. A transaction that reads first and
   * takes the lock later fails immediately if another process has written in between.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  /**
   * If the disk is full, SQLite has already rolled back. A second rollback would fail, and Kysely would throw its error
   * instead of the original one.
   */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection?.isInTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.#connection?.close()
  }
}

/**
 * ms that a statement blocks the process while another process holds the lock; the driver waits longer, without
 * blocking.
 */
const BLOCKING_TIMEOUT_MS = 5

/**
 * Opens a SQLite file, which only its owner can read, with a write-ahead log and commits that are on the disk. Creates
 * missing folders.
 */
async function openSqliteFile(file: string): Promise<DatabaseSync> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  restrictToOwner(file)
  const database = new DatabaseSync(file, { timeout: BLOCKING_TIMEOUT_MS, enableForeignKeyConstraints: true })
  try {
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA secure_delete = ON') // otherwise deleted rows stay readable in the file
    await retryWhileBusy(() => enableWriteAheadLog(database))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function enableWriteAheadLog(database: DatabaseSync): void {
  const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode
  if (mode !== 'wal') throw new Error(`SQLite cannot use a write-ahead log here: the journal mode is ${mode}`)
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

/** The type of the rows follows from the query of the caller. */
type AnyRow = never

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  /** When the lock of another process was first met; `undefined` since a statement succeeded. */
  #busySince: number | undefined

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Also `false` after SQLite has rolled back the transaction itself. */
  get isInTransaction(): boolean {
    return this.#database.isOpen && this.#database.isTransaction
  }

  /**
   * Only what has no effect yet waits for the lock of another process: the start of a transaction, and a statement outside
   * of one. The time counts from the first statement that met the lock, so that waiting queries fail together.
   */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isInTransaction) return this.#execute(query)
    const work = () => {
      const result = this.#execute(query)
      this.#busySince = undefined
      return result
    }
    try {
      return work()
    } catch (error) {
      if (!isSqliteBusy(error)) throw error
      this.#busySince ??= performance.now()
      return retryWhileBusy(work, this.#busySince + BUSY_TIMEOUT_MS)
    }
  }

  #execute({ sql, parameters }: CompiledQuery): QueryResult<AnyRow> {
    const statement = this.#database.prepare(sql)
    const values = parameters.map(toInputValue)
    if (statement.columns().length > 0) return { rows: statement.all(...values) as AnyRow[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
  }

  streamQuery(): never {
    throw new Error('This driver does not stream rows')
  }

  close(): void {
    this.#database.close()
  }
}

function toInputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  throw new TypeError(`SQLite does not support values of type ${typeof value}`)
}

/** SQLite supports DDL in transactions, so the migrator runs in one, which also serves as its lock. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Omits `for update` and `skip locked`: a SQLite transaction locks the whole database. */
class WithoutRowLocksCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct' || node.rawModifier) super.visitSelectModifier(node)
  }
}
