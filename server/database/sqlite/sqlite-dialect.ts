import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { SqliteConnection } from './sqlite-connection.ts'
import type { SqliteThreadOptions } from './sqlite-thread.ts'

export interface SqliteOptions {
  /** Nobody else may have the file open, now or later: fails with "database is locked" where somebody has. */
  readonly isExclusive?: boolean
}

/**
 * SQLite as part of Node, in this file; its folder is made where there is none. What is committed is on the disk. Queries
 * run in a worker thread and never block the event loop.
 */
export function createSqliteDialect(file: string, { isExclusive = false }: SqliteOptions = {}): Dialect {
  return {
    createDriver: () => new SqliteThreadDriver({ file, isExclusive }),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new RowLocklessCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** One connection. Kysely lets one query or transaction use it at a time, as `SqliteAdapter` says. */
class SqliteThreadDriver implements Driver {
  readonly #options: SqliteThreadOptions
  #connection: SqliteConnection | undefined

  constructor(options: SqliteThreadOptions) {
    this.#options = options
  }

  async init(): Promise<void> {
    this.#connection = await SqliteConnection.open(this.#options)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error('The database is not open')
    // Whoever has the file exclusively would lose it in between.
    if (this.#connection.hasFailed && !this.#options.isExclusive) await this.#reopen()
    return this.#connection
  }

  /** Does not reject: Kysely would keep its lock on the connection for ever. The old connection rejects every query. */
  async #reopen(): Promise<void> {
    this.#connection = await SqliteConnection.open(this.#options).catch(() => this.#connection)
  }

  async releaseConnection(): Promise<void> {}

  /**
   * A transaction that may write takes the lock when it begins: two processes then queue. One that reads first and takes
   * it later fails at once when the other has written in between, however long it would wait.
   */
  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(accessMode === 'read only' ? 'begin' : 'begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  /**
   * When the disk is full SQLite has rolled back by itself. A second rollback would fail, and Kysely would throw its error
   * in place of the one that was its cause.
   */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection?.isInTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    await this.#connection?.close()
  }
}

/** SQLite's tables are made and changed in transactions like rows: so the migrator runs in one, whose lock is its own. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** `for update` and `skip locked` are PostgreSQL's: here a transaction has the whole database, and they say nothing. */
class RowLocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct' || node.rawModifier) super.visitSelectModifier(node)
  }
}
