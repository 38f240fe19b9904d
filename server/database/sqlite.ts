import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'

/** ms that a process waits for another one's transaction. */
const PATIENCE = 5_000

export interface SqliteOptions {
  /** Nobody else may have the file open, now or later: fails with "database is locked" where somebody has. */
  readonly isExclusive?: boolean
}

/** SQLite as part of Node, in this file; its folder is made where there is none. What is committed is on the disk. */
export function sqliteDialect(file: string, options: SqliteOptions = {}): Dialect {
  return {
    createDriver: () => new QueueingDriver({ database: async () => statementsOf(await openFile(file, options)) }),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new RowLocklessCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/**
 * A transaction that may write takes the lock when it begins: two processes then queue. One that reads first and takes
 * it later fails at once when the other has written in between, however long it would wait.
 */
class QueueingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
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

async function openFile(file: string, { isExclusive = false }: SqliteOptions): Promise<DatabaseSync> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file, { timeout: PATIENCE, enableForeignKeyConstraints: true })
  try {
    if (isExclusive) database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0')
    database.exec('PRAGMA synchronous = FULL')
    await writeAhead(database, isExclusive ? 0 : PATIENCE)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite waits for no lock here: of two processes that open a new file at once, one is refused. */
async function writeAhead(database: DatabaseSync, patience: number): Promise<void> {
  const deadline = performance.now() + patience
  for (;;) {
    try {
      const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode
      if (mode !== 'wal') throw new Error(`SQLite cannot keep a write-ahead log here: its journal mode is ${mode}`)
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
      await pause(20)
    }
  }
}

/** The lower byte of an error's code; the rest says more. */
const BUSY = 5

/** Another process has the database, or the lock that is wanted. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === BUSY

/** In the form that Kysely expects. */
const statementsOf = (database: DatabaseSync): SqliteDatabase => ({
  close: () => database.close(),
  prepare: (text) => {
    const statement = database.prepare(text)
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...parameters.map(inputValue)),
      run: (parameters) => statement.run(...parameters.map(inputValue)),
      iterate: (parameters) => statement.iterate(...parameters.map(inputValue)),
    }
  },
})

function inputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  throw new TypeError(`SQLite takes no ${typeof value} as a value`)
}
