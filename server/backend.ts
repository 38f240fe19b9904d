import type { FastifyInstance } from 'fastify'
import { UserError } from '#shared/user-error.ts'
import { createApiServer } from './api/api-server.ts'
import { startExpiryCleanup } from './api/expiry-cleanup.ts'
import { type BackendConfig, emlFolderIn } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import type { Database } from './database/schema.ts'
import { acquireSqliteLock } from './database/sqlite/sqlite-lock.ts'
import type { LogStream } from './logging/log-options.ts'
import { startRetentionCleanup } from './messages/retention-cleanup.ts'
import type { Monitoring } from './monitoring/monitoring.ts'
import { createEmailDelivery } from './outbox/email-delivery.ts'
import {
  type DeliveryResult,
  type OutboxWorker,
  startOutboxWorker,
  type WorkerStopOptions,
} from './outbox/outbox-worker.ts'
import type { SmtpTimeouts } from './outbox/smtp-delivery.ts'

export interface Backend {
  /** Where the API listens; empty where this process is a worker alone. */
  readonly url: string
  /** Lets requests and mails on their way end, for the grace at most; what is unsent then stays in the outbox. */
  readonly stop: (options?: WorkerStopOptions) => Promise<void>
}

export interface BackendOptions {
  /** ms that requests and mails on their way get at the end. */
  readonly graceMs?: number
  /** As the worker's. */
  readonly leaseMs?: number
  readonly pollIntervalMs?: number
  /** ms between sweeps. */
  readonly cleanupIntervalMs?: number
  readonly smtpTimeouts?: SmtpTimeouts
  /** Standard output, unless told. */
  readonly logStream?: LogStream
  /** What this process does: the HTTP API, the worker that sends mails, or both. */
  readonly parts?: 'api' | 'worker' | 'api and worker'
  /** Without it health has no details and nothing is measured. */
  readonly monitoring?: Monitoring
}

/**
 * The contact backend: its database, its HTTP server and the worker that sends the mails. Rejects with `UserError` where
 * the database cannot be opened, another server has its SQLite file, or the port is taken.
 */
export async function startBackend(config: BackendConfig, options: BackendOptions = {}): Promise<Backend> {
  const lock = 'file' in config.database ? await acquireSqliteLock(config.database.file) : undefined
  try {
    const { stop, ...backend } = await startBackendWithoutLock(config, options)
    return { ...backend, stop: (options) => stop(options).finally(lock?.release) }
  } catch (problem) {
    lock?.release()
    throw problem
  }
}

/** As `startBackend`, for a database that this process has locked already. */
export async function startBackendWithoutLock(config: BackendConfig, options: BackendOptions): Promise<Backend> {
  const db = await openDatabase(config.database, { metrics: options.monitoring?.metrics })
  try {
    return await serve(db, config, options)
  } catch (problem) {
    await db.destroy()
    throw problem
  }
}

async function serve(db: Database, config: BackendConfig, options: BackendOptions): Promise<Backend> {
  const {
    graceMs = 8_000,
    cleanupIntervalMs,
    smtpTimeouts,
    logStream,
    monitoring,
    parts = 'api and worker',
    ...times
  } = options
  let worker: OutboxWorker | undefined
  const app = createApiServer({
    db,
    config,
    onEmailQueued: () => worker?.wake(),
    ...(logStream && { logStream }),
    ...(monitoring && { monitoring }),
  })
  const url = parts === 'worker' ? '' : await listen(app, config)
  const delivery = createEmailDelivery(config, smtpTimeouts)
  const { database, retention } = config
  const runsWorker = parts !== 'api'
  const onAttempt = (result: DeliveryResult) => monitoring?.metrics?.mails.inc({ result })
  if (runsWorker)
    worker = startOutboxWorker({ ...times, db, deliver: delivery.deliver, log: app.log, graceMs: graceMs, onAttempt })
  const sweeper = startExpiryCleanup({ db, log: app.log, ...(cleanupIntervalMs && { intervalMs: cleanupIntervalMs }) })
  const retentionSweeps = runsWorker
    ? startRetentionCleanup({ db, database, retention, emlFolder: emlFolderIn(config.folder), log: app.log })
    : undefined
  app.log.info({ url, parts, ...partsOf(config) }, 'backend started')
  return {
    url,
    stop: async (stopOptions) => {
      const force = setTimeout(() => app.server.closeAllConnections(), graceMs)
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
    throw isTaken ? new UserError(`Port ${port} is in use: set BACKEND_PORT to another one`, { cause }) : cause
  }
}

const partsOf = ({ database, transport }: BackendConfig) => ({
  database: 'file' in database ? 'sqlite' : 'postgres',
  transport: 'smtp' in transport ? 'smtp' : 'folder',
})
