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
  /** Opens the file for this connection only. Fails with "database is locked" if another one has it open. */
  readonly isExclusive?: boolean
}

/**
 * Creates the Kysely dialect for a SQLite file, with `node:sqlite` in a worker thread: queries do not block the event
 * loop. Creates missing folders. Commits are synced to the disk.
 */
export function createSqliteDialect(file: string, { isExclusive = false }: SqliteOptions = {}): Dialect {
  return {
    createDriver: () => new SqliteThreadDriver({ file, isExclusive }),
    createAdapter: () => new TransactionalDdlAdapter(),
    createQueryCompiler: () => new WithoutRowLocksCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Driver with one connection. Kysely runs one query or transaction at a time, because of `SqliteAdapter`. */
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
    // An exclusive lock would be lost while the file is reopened.
    if (this.#connection.hasFailed && !this.#options.isExclusive) await this.#reopen()
    return this.#connection
  }

  /**
   * Does not reject, because Kysely would then never release the connection. The old connection rejects every query.
   */
  async #reopen(): Promise<void> {
    this.#connection = await SqliteConnection.open(this.#options).catch(() => this.#connection)
  }

  async releaseConnection(): Promise<void> {}

  /**
   * A transaction that may write takes the write lock at its start, so that a second process waits. A transaction that
   * reads first and takes the lock later fails immediately if another process has written in between.
   */
  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(accessMode === 'read only' ? 'begin' : 'begin immediate'))
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
    await this.#connection?.close()
  }
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
