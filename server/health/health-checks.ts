import { randomUUID } from 'node:crypto'
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { getBackupRecord, type ServerConfig } from '#server/config/server-config.ts'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { MAX_MESSAGE_LENGTH } from '#shared/contact-contract.ts'
import { cacheResult } from './cache-result.ts'
import type { HealthCheck, HealthChecks } from './health-report.ts'
import type { Monitoring } from './monitoring.ts'

/** The parts of the server whose state the health report shows. */
interface HealthCheckOptions {
  readonly api:
    | {
        readonly db: Database
        readonly config: Pick<ServerConfig, 'database' | 'dataFolder'>
        readonly whenReady?: () => Promise<void>
      }
    | undefined
  /** The folder of the build that is served. */
  readonly site: { readonly getRoot: () => string } | undefined
  /** The editors' redirects that are not served. */
  readonly redirects: { readonly getRefused: () => readonly unknown[] }
  readonly updates: PageUpdates | undefined
  /** Why the contact form does not work; `undefined` when it works, or nobody has tried. */
  readonly findFormFailure: () => string | undefined
  readonly monitoring: Monitoring
}

/** Whether the served pages are up to date. */
interface PageUpdates {
  readonly getState: () => {
    readonly status: 'ok' | 'failed'
    /** ISO time since which runs fail; `null` without failures. */
    readonly failingSince: string | null
    readonly failures: readonly unknown[]
  }
}

/**
 * Health checks of the server. Where it serves pages, a failed database is a warning: a load balancer must not take the
 * pages away with it. Delayed emails, outdated pages and low disk space are warnings too.
 */
export function createHealthChecks(options: HealthCheckOptions): HealthChecks {
  const { api, site, redirects, updates, findFormFailure, monitoring } = options
  const { metrics } = monitoring
  const file = api && 'file' in api.config.database ? api.config.database.file : undefined
  return {
    required: site ? [] : ['database'],
    checks: {
      ...(api && {
        database: createDatabaseCheck(api),
        form: createFormCheck(findFormFailure),
        outbox: createOutboxCheck(api.db, metrics),
        backup: createBackupCheck(api.config.dataFolder, metrics),
      }),
      ...(file && { disk: createDiskCheck('data', () => dirname(file), monitoring) }),
      ...(updates && { pages: createPagesCheck(updates, metrics) }),
      ...(site && {
        redirects: () => ({ status: 'ok', refused: redirects.getRefused() }), // only editors can correct them
        pagesDisk: createDiskCheck('pages', site.getRoot, monitoring),
      }),
    },
    findDegradedParts: ({ database, form }) => [
      ...(updates && isLate(updates) ? ['pages'] : []),
      ...([database, form].some((check) => check && check.status !== 'ok') ? ['form'] : []),
    ],
  }
}

/** ms: the runs after a publish take two minutes, and the last one may wait two minutes for the CMS. */
const MAX_PUBLISH_MS = 4 * 60_000

function isLate(updates: PageUpdates): boolean {
  const { failingSince } = updates.getState()
  return failingSince !== null && Date.now() - Date.parse(failingSince) > MAX_PUBLISH_MS
}

/** Degraded while visitors cannot send: a captcha provider that gives no result, or an error of the server. */
const createFormCheck =
  (findFormFailure: () => string | undefined): HealthCheck =>
  () => {
    const reason = findFormFailure()
    return reason === undefined ? { status: 'ok' } : { status: 'degraded', reason }
  }

/**
 * Stores a message of maximum length and deletes it in the same transaction, so that it is never visible. A shorter
 * message could be stored when the disk has no space for a real one. Requests share one write every 5 seconds.
 */
function createDatabaseCheck({ db, whenReady = async () => {} }: NonNullable<HealthCheckOptions['api']>): HealthCheck {
  return cacheResult(async () => {
    await whenReady()
    const id = randomUUID()
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('message')
        .values({
          id,
          idempotency_key: id,
          name: 'health check',
          email: 'health@check.invalid',
          message: '.'.repeat(MAX_MESSAGE_LENGTH),
          folder: 'spam',
          spam_reason: null,
          received_at: Date.now(),
        })
        .execute()
      await transaction.deleteFrom('message').where('id', '=', id).execute()
    })
    return { status: 'ok' }
  })
}

/** Seconds; longer than most outages of a mail server. */
const MAX_WAIT_S = 30 * 60

/**
 * Counts the emails of the outbox. Degraded while an email waits for longer than half an hour, or when the outbox cannot
 * be read. Never failed: messages are stored even while the mail server is down.
 */
function createOutboxCheck(db: Database, metrics: Monitoring['metrics']): HealthCheck {
  const read = cacheResult(() => readOutbox(db))
  return async () => {
    try {
      const { waiting, dead, oldestWaitingSeconds } = await read()
      metrics?.outboxEmails.set({ state: 'waiting' }, waiting)
      metrics?.outboxEmails.set({ state: 'dead' }, dead)
      metrics?.outboxOldestAge.set({ state: 'waiting' }, oldestWaitingSeconds ?? 0)
      const details = { waiting, dead, oldestWaitingSeconds }
      return (oldestWaitingSeconds ?? 0) > MAX_WAIT_S
        ? { status: 'degraded', reason: 'an email waits for more than 30 minutes', ...details }
        : { status: 'ok', ...details }
    } catch (error) {
      metrics?.outboxEmails.reset() // the last values are outdated
      metrics?.outboxOldestAge.reset()
      throw error
    }
  }
}

async function readOutbox(db: Database) {
  const now = await databaseTime(db)
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('emails'), fn.min('queued_at').as('oldest')])
    .where('state', 'in', ['waiting', 'dead'])
    .groupBy('state')
    .execute()
  const waiting = rows.find(({ state }) => state === 'waiting')
  const dead = rows.find(({ state }) => state === 'dead')
  return {
    waiting: waiting?.emails ?? 0,
    dead: dead?.emails ?? 0,
    oldestWaitingSeconds: waiting ? Math.max(0, Math.floor((now - waiting.oldest) / 1000)) : null,
  }
}

/** Enough for some days of messages, a release and its pictures. */
const MIN_FREE_DISK_BYTES = 500_000_000

/** Degraded when the file system of the folder has little free space. It does not test writes. */
function createDiskCheck(
  name: 'data' | 'pages',
  getFolder: () => string,
  { minFreeDiskBytes = MIN_FREE_DISK_BYTES, metrics }: Monitoring,
): HealthCheck {
  return cacheResult(async () => {
    const { bavail, blocks, bsize } = await statfs(getFolder())
    const [freeBytes, sizeBytes] = [bavail * bsize, blocks * bsize]
    metrics?.diskFree.set({ folder: name }, freeBytes)
    metrics?.diskSize.set({ folder: name }, sizeBytes)
    return freeBytes < minFreeDiskBytes
      ? { status: 'degraded', reason: 'little disk space', freeBytes, sizeBytes }
      : { status: 'ok', freeBytes, sizeBytes }
  })
}

/** Says when the last backup was made. Never degraded, because it does not know how often there has to be one. */
const createBackupCheck =
  (dataFolder: string, metrics: Monitoring['metrics']): HealthCheck =>
  async () => {
    const record = await stat(getBackupRecord(dataFolder)).catch(() => undefined)
    metrics?.lastBackup.set(record ? record.mtimeMs / 1000 : 0)
    return { status: 'ok', lastSuccess: record?.mtime ?? null }
  }

/** Degraded while pages are outdated because the CMS could not be read. */
const createPagesCheck =
  (updates: PageUpdates, metrics: Monitoring['metrics']): HealthCheck =>
  () => {
    const { status, ...state } = updates.getState()
    metrics?.outdatedPages.set(state.failures.length)
    return status === 'ok' ? { status, ...state } : { status: 'degraded', reason: 'pages are outdated', ...state }
  }
