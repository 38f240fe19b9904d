import type { FastifyInstance } from 'fastify'
import { backendApp } from './app.ts'
import { type BackendConfig, emlFolderIn } from './config.ts'
import { openDatabase } from './database/open.ts'
import { lockSqlite } from './database/sqlite-lock.ts'
import type { Database } from './database/tables.ts'
import type { LogLines } from './http/log.ts'
import { startSweeper } from './limits/sweep.ts'
import { startRetention } from './messages/retention.ts'
import type { Monitoring } from './monitoring/monitoring.ts'
import { OperatorError } from './operator-error.ts'
import { openDelivery } from './outbox/delivery.ts'
import type { SmtpTimes } from './outbox/smtp.ts'
import { type MailResult, type StopOptions, startWorker, type Worker } from './outbox/worker.ts'

export interface Backend {
  /** Where the API listens; empty where this process is a worker alone. */
  readonly url: string
  /** Lets requests and mails on their way end, for the grace at most; what is unsent then stays in the outbox. */
  readonly stop: (options?: StopOptions) => Promise<void>
}

export interface BackendOptions {
  /** ms that requests and mails on their way get at the end. */
  readonly grace?: number
  /** As the worker's. */
  readonly lease?: number
  readonly poll?: number
  /** ms between sweeps. */
  readonly sweepInterval?: number
  readonly smtp?: SmtpTimes
  /** Standard output, unless told. */
  readonly logLines?: LogLines
  /** What this process does: the HTTP API, the worker that sends mails, or both. */
  readonly parts?: 'api' | 'worker' | 'api and worker'
  /** Without it health has no details and nothing is measured. */
  readonly monitoring?: Monitoring
}

/**
 * The contact backend: its database, its HTTP server and the worker that sends the mails. Rejects with `OperatorError` where
 * the database cannot be opened, another server has its SQLite file, or the port is taken.
 */
export async function startBackend(config: BackendConfig, options: BackendOptions = {}): Promise<Backend> {
  const lock = 'file' in config.database ? await lockSqlite(config.database.file) : undefined
  try {
    const { stop, ...backend } = await startUnlockedBackend(config, options)
    return { ...backend, stop: (options) => stop(options).finally(lock?.release) }
  } catch (problem) {
    lock?.release()
    throw problem
  }
}

/** As `startBackend`, for a database that this process has locked already. */
export async function startUnlockedBackend(config: BackendConfig, options: BackendOptions): Promise<Backend> {
  const db = await openDatabase(config.database, { metrics: options.monitoring?.metrics })
  try {
    return await serve(db, config, options)
  } catch (problem) {
    await db.destroy()
    throw problem
  }
}

async function serve(db: Database, config: BackendConfig, options: BackendOptions): Promise<Backend> {
  const { grace = 8_000, sweepInterval, smtp, logLines, monitoring, parts = 'api and worker', ...times } = options
  let worker: Worker | undefined
  const app = backendApp({
    db,
    config,
    onMessage: () => worker?.wake(),
    ...(logLines && { logLines }),
    ...(monitoring && { monitoring }),
  })
  const url = parts === 'worker' ? '' : await listen(app, config)
  const delivery = openDelivery(config, smtp)
  const { database, retention } = config
  const runsWorker = parts !== 'api'
  const onMail = (result: MailResult) => monitoring?.metrics?.mails.inc({ result })
  if (runsWorker) worker = startWorker({ ...times, db, deliver: delivery.deliver, log: app.log, grace, onMail })
  const sweeper = startSweeper({ db, log: app.log, ...(sweepInterval && { interval: sweepInterval }) })
  const retentionSweeps = runsWorker
    ? startRetention({ db, database, retention, emlFolder: emlFolderIn(config.folder), log: app.log })
    : undefined
  app.log.info({ url, parts, ...partsOf(config) }, 'backend started')
  return {
    url,
    stop: async (stopOptions) => {
      const force = setTimeout(() => app.server.closeAllConnections(), grace)
      await Promise.all([app.close(), worker?.stop(stopOptions), sweeper.stop(), retentionSweeps?.stop()])
      clearTimeout(force)
      delivery.close()
      await db.destroy()
      app.log.info('backend stopped')
    },
  }
}

async function listen(app: FastifyInstance, { host, port }: BackendConfig): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    throw isTaken ? new OperatorError(`Port ${port} is in use: set BACKEND_PORT to another one`, { cause }) : cause
  }
}

const partsOf = ({ database, transport }: BackendConfig) => ({
  database: 'file' in database ? 'sqlite' : 'postgres',
  transport: 'smtp' in transport ? 'smtp' : 'folder',
})
