import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { deserializeSqliteError } from './sqlite-error.ts'
import type { SqliteRequest, SqliteResponse, SqliteResult, SqliteThreadOptions } from './sqlite-thread.ts'

/** The type of the rows follows from the query of the caller. */
type AnyRow = never

/**
 * Kysely connection to SQLite in a worker thread (sqlite-thread.ts). The thread keeps the process alive only while a
 * query runs. Errors have the `code`, `errcode` and `errstr` of `node:sqlite`. If the thread ends unexpectedly, running
 * and later queries of this connection are rejected.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #worker: Worker
  readonly #exit: Promise<void>
  /** Pending requests in the order in which they were sent. */
  readonly #requests: PromiseWithResolvers<SqliteResponse<AnyRow>>[] = []
  /** The error of all further requests; set when the thread has ended or `close` was called. */
  #closeReason: Error | undefined
  #isInTransaction = false
  #hasFailed = false

  private constructor(options: SqliteThreadOptions) {
    this.#worker = new Worker(new URL('sqlite-thread.ts', import.meta.url), {
      name: 'sqlite',
      workerData: options,
      execArgv: [], // the thread must not inherit options such as --eval
    })
    this.#exit = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.on('message', (response: SqliteResponse<AnyRow>) => this.#settle(response))
    this.#worker.once('error', (cause) => this.#rejectAll(createThreadError(cause)))
    this.#worker.once('exit', () =>
      this.#rejectAll(Object.assign(new Error('The SQLite thread has ended'), { code: 'ERR_SQLITE_THREAD_ENDED' })),
    )
  }

  /** Rejects with the error of SQLite or of the file system. */
  static async open(options: SqliteThreadOptions): Promise<SqliteConnection> {
    const connection = new SqliteConnection(options)
    const response = await connection.#nextResponse()
    if ('result' in response) return connection
    await connection.#waitForExit()
    throw deserializeSqliteError(response.error)
  }

  /** Also `false` after SQLite has rolled back the transaction itself. */
  get isInTransaction(): boolean {
    return this.#isInTransaction
  }

  /** The thread ended unexpectedly, without a call of `close`. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const request = { type: 'execute', sql, parameters: parameters.map(toInputValue) } as const
    const { rows, changes, lastInsertRowid } = await this.#send(request)
    return {
      rows,
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      ...(lastInsertRowid !== undefined && { insertId: BigInt(lastInsertRowid) }),
    }
  }

  async *streamQuery<Row>(
    { sql, parameters }: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    await this.#send({ type: 'openCursor', sql, parameters: parameters.map(toInputValue) })
    try {
      for (;;) {
        const { rows } = await this.#send({ type: 'fetchRows', limit: chunkSize })
        if (rows.length === 0) return
        yield { rows }
      }
    } finally {
      await this.#send({ type: 'closeCursor' })
    }
  }

  /** Lets the running query finish, closes the database and ends the thread. */
  async close(): Promise<void> {
    if (!this.#closeReason) {
      const closing = this.#send({ type: 'close' })
      this.#closeReason = Object.assign(new Error('The database is closed'), { code: 'ERR_SQLITE_CLOSED' })
      await closing
    }
    await this.#waitForExit()
  }

  async #waitForExit(): Promise<void> {
    this.#worker.ref()
    await this.#exit
  }

  async #send(request: SqliteRequest): Promise<SqliteResult<AnyRow>> {
    if (this.#closeReason) throw this.#closeReason
    this.#worker.postMessage(request)
    const response = await this.#nextResponse()
    // Created here, because an error that is created in the event listener has no stack of the caller.
    if ('error' in response) throw deserializeSqliteError(response.error)
    return response.result
  }

  #nextResponse(): Promise<SqliteResponse<AnyRow>> {
    const request = Promise.withResolvers<SqliteResponse<AnyRow>>()
    this.#requests.push(request)
    this.#worker.ref()
    return request.promise
  }

  #settle(response: SqliteResponse<AnyRow>): void {
    this.#isInTransaction = response.isInTransaction
    this.#requests.shift()?.resolve(response)
    if (this.#requests.length === 0) this.#worker.unref()
  }

  #rejectAll(reason: Error): void {
    this.#hasFailed ||= this.#closeReason === undefined
    this.#closeReason ??= reason
    this.#isInTransaction = false
    for (const request of this.#requests.splice(0)) request.reject(this.#closeReason)
  }
}

/** The error has the code of its cause, such as `ERR_WORKER_OUT_OF_MEMORY`, because the log contains only codes. */
function createThreadError(cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? cause.code : 'ERR_SQLITE_THREAD_FAILED'
  return Object.assign(new Error('The SQLite thread has failed', { cause }), { code })
}

function toInputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  throw new TypeError(`SQLite does not support values of type ${typeof value}`)
}
