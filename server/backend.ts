import type { FastifyInstance } from 'fastify'
import { UserError } from '#shared/user-error.ts'
import { createApiServer } from './api/api-server.ts'
import { startExpiryCleanup } from './api/expiry-cleanup.ts'
import { type BackendConfig, getEmlFolder } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import type { Database } from './database/schema.ts'
import { acquireSqliteLock } from './database/sqlite/sqlite-lock.ts'
import type { LogStream } from './logging/log-options.ts'
import { startRetentionCleanup } from './messages/retention-cleanup.ts'
import type { Monitoring } from './monitoring/monitoring.ts'
import type { SmtpTimeouts } from './outbox/email-delivery.ts'
import { createEmailDelivery } from './outbox/email-delivery.ts'
import {
  type DeliveryResult,
  type OutboxWorker,
  startOutboxWorker,
  type WorkerStopOptions,
} from './outbox/outbox-worker.ts'

/** A running backend. */
export interface Backend {
  /** URL of the API; empty if this process only runs the worker. */
  readonly url: string
  /** Waits for running requests and deliveries, for `graceMs` at most. Unsent emails stay in the outbox. */
  readonly stop: (options?: WorkerStopOptions) => Promise<void>
}

export interface BackendOptions {
  /** Time that running requests and deliveries get when the backend stops. */
  readonly graceMs?: number
  /** See `OutboxWorkerOptions`. */
  readonly leaseMs?: number
  readonly pollIntervalMs?: number
  /** Time between two deletions of expired rows. */
  readonly cleanupIntervalMs?: number
  readonly smtpTimeouts?: SmtpTimeouts
  /** Standard output by default. */
  readonly logStream?: LogStream
  /** What this process runs: the HTTP API, the worker that sends emails, or both. */
  readonly parts?: 'api' | 'worker' | 'api and worker'
  /** Without it /health has no details and there are no metrics. */
  readonly monitoring?: Monitoring
}

/**
 * Starts the backend: database, API server and outbox worker. Rejects with `UserError` if the database cannot be
 * opened, another server uses its SQLite file, or the port is in use.
 */
export async function startBackend(config: BackendConfig, options: BackendOptions = {}): Promise<Backend> {
  const lock = 'file' in config.database ? await acquireSqliteLock(config.database.file) : undefined
  try {
    const { stop, ...backend } = await startBackendWithoutLock(config, options)
    return { ...backend, stop: (options) => stop(options).finally(lock?.release) }
  } catch (error) {
    lock?.release()
    throw error
  }
}

/** Like `startBackend`, for a SQLite database that this process has locked already. */
export async function startBackendWithoutLock(config: BackendConfig, options: BackendOptions): Promise<Backend> {
  const db = await openDatabase(config.database, { metrics: options.monitoring?.metrics })
  try {
    return await startServices(db, config, options)
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function startServices(db: Database, config: BackendConfig, options: BackendOptions): Promise<Backend> {
  const {
    graceMs = 8_000,
    cleanupIntervalMs,
    smtpTimeouts,
    logStream,
    monitoring,
    parts = 'api and worker',
    ...workerTimes
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
  const onAttempt = (result: DeliveryResult) => monitoring?.metrics?.emails.inc({ result })
  if (runsWorker)
    worker = startOutboxWorker({
      ...workerTimes,
      db,
      deliver: delivery.deliver,
      log: app.log,
      graceMs,
      onAttempt,
    })
  const expiryCleanup = startExpiryCleanup({
    db,
    log: app.log,
    ...(cleanupIntervalMs && { intervalMs: cleanupIntervalMs }),
  })
  const retentionCleanup = runsWorker
    ? startRetentionCleanup({ db, database, retention, emlFolder: getEmlFolder(config.dataFolder), log: app.log })
    : undefined
  app.log.info({ url, parts, ...describeStorage(config) }, 'backend started')
  return {
    url,
    stop: async (stopOptions) => {
      const forceTimer = setTimeout(() => app.server.closeAllConnections(), graceMs)
      await Promise.all([app.close(), worker?.stop(stopOptions), expiryCleanup.stop(), retentionCleanup?.stop()])
      clearTimeout(forceTimer)
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
    const isPortInUse = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    throw isPortInUse ? new UserError(`Port ${port} is in use: set BACKEND_PORT to another one`, { cause }) : cause
  }
}

const describeStorage = ({ database, emailTransport }: BackendConfig) => ({
  database: 'file' in database ? 'sqlite' : 'postgres',
  transport: 'smtp' in emailTransport ? 'smtp' : 'folder',
})
