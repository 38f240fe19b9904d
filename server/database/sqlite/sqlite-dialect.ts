import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
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
import { openSqliteFile } from './open-sqlite-file.ts'
import { BUSY_TIMEOUT_MS, retryWhileBusy } from './retry-while-busy.ts'
import { isSqliteBusy } from './sqlite-error.ts'

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
