import type { FastifyInstance } from 'fastify'
import { UserError } from '#shared/user-error.ts'
import { createApp } from './app.ts'
import type { DraftSource, EditorConfig } from './config/editor-config.ts'
import { getEmlFolder, type ServerConfig } from './config/server-config.ts'
import { isLoopbackHost } from './config/variable-schemas.ts'
import { startExpiryCleanup } from './contact/expiry-cleanup.ts'
import { acquireSqliteLock, DatabaseInUseError } from './database/sqlite/sqlite-lock.ts'
import { startDatabase } from './database/start-database.ts'
import { startMonitoring } from './health/monitoring.ts'
import type { LogStream } from './logging/log-options.ts'
import { startDivertedDigest } from './messages/diverted-digest.ts'
import { startRetentionCleanup } from './messages/retention-cleanup.ts'
import { createEmailDelivery } from './outbox/email-delivery.ts'
import { type OutboxWorker, startOutboxWorker, type WorkerStopOptions } from './outbox/outbox-worker.ts'
import type { PageUpdates } from './publishing/page-updates.ts'
import { startSitePublishing } from './publishing/site-publishing.ts'
import type { SiteFolders } from './site/releases.ts'

export type RunningServer = Awaited<ReturnType<typeof startServer>>

/** A built site that the server serves. */
export interface ServedSite {
  readonly folders: SiteFolders
  /** The public variables (`VITE_…`) of the build that is served. */
  readonly getEnv: () => Readonly<Record<string, string>>
  readonly siteUrl: string
  /** Where drafts are read, and the secret that opens the preview; without it there is no preview. */
  readonly drafts?: DraftSource | undefined
  /** Signs Contentful's webhooks. */
  readonly webhookSecret?: string | undefined
  /** See `AppOptions`. */
  readonly findDerivedFile?: (name: string) => Promise<string | null>
}

export interface ServerOptions {
  readonly config: ServerConfig
  readonly editorConfig: EditorConfig
  /** Without it the server is the contact API and the mail worker of pages on a static host. */
  readonly site?: ServedSite | undefined
  /** A listening socket that this process has inherited, instead of host and port. */
  readonly fileDescriptor?: number | undefined
  /** Time that running requests and deliveries get when the server stops. */
  readonly graceMs?: number
  /** Standard output by default. */
  readonly logStream?: LogStream | undefined
  /** Receives lines about the database, releases and pages. By default they are warnings of the log, so that they are limited. */
  readonly log?: (line: string) => void
}

/** Starts the server on its host and port. Rejects with `UserError` when the port is in use; see also `prepareServer`. */
export async function startServer(options: ServerOptions) {
  const { app, stop, ...server } = await prepareServer(options)
  try {
    const url = await listen(app, options)
    app.log.info({ url }, 'server started')
    return { ...server, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Creates the application, opens the database and starts the mail worker. Pages are served while the database cannot be
 * reached; the API and the worker start when it can. Rejects with `UserError` when another server uses the SQLite file.
 * The server does not listen: the development server passes requests on to it.
 */
export async function prepareServer(options: ServerOptions) {
  const { config, site, graceMs = 8_000, logStream } = options
  const createPreview = await loadPreview(options)
  const { monitoring, metricsUrl, stop: stopMonitoring } = await startMonitoring(config)
  const log = options.log ?? ((line: string) => app.log.warn(line))
  let worker: OutboxWorker | undefined
  const lock = 'file' in config.database ? tryToLock(config.database.file) : undefined
  const database = startDatabase(config.database, { lock, log, onReady: () => startBackgroundWork() })
  const { db } = database
  const sharedDatabase = 'url' in config.database ? database : undefined
  const publishing = site && createPublishing({ config, log }, site, sharedDatabase)
  const app = createApp({
    site: site?.folders,
    findDerivedFile: site?.findDerivedFile,
    api: {
      db,
      config,
      whenReady: database.whenReady,
      onEmailQueued: () => worker?.wake(),
      metrics: monitoring.metrics,
    },
    preview: createPreview?.(publishing?.updates),
    publishing: publishing && { ...publishing, secret: site.webhookSecret },
    trustedProxies: config.trustedProxies,
    graceMs,
    monitoring,
    logLevel: config.logLevel,
    logStream,
  })
  const delivery = createEmailDelivery(config)
  const backgroundWork: { readonly stop: (stopOptions?: WorkerStopOptions) => Promise<void> }[] = []

  function startBackgroundWork(): void {
    const { log } = app
    const { database, retention, dataFolder } = config
    worker = startOutboxWorker({ db, deliver: delivery.deliver, log, graceMs })
    backgroundWork.push(
      worker,
      startExpiryCleanup({ db, log }),
      startDivertedDigest({ db, log }),
      startRetentionCleanup({ db, database, retention, emlFolder: getEmlFolder(dataFolder), log }),
    )
  }

  /** Waits for running requests and deliveries, for `graceMs` at most. Unsent emails stay in the outbox. */
  async function stop(stopOptions?: WorkerStopOptions): Promise<void> {
    await Promise.all([
      app.close(),
      database.stop(),
      publishing?.close(),
      ...backgroundWork.map((work) => work.stop(stopOptions)),
    ])
    delivery.close()
    await database.close()
    await stopMonitoring()
    app.log.info('server stopped')
  }

  return { app, metricsUrl, log, stop }
}

/** Throws `DatabaseInUseError`. A file that cannot be locked takes no pages away: the database is opened later. */
function tryToLock(file: string): Disposable | undefined {
  try {
    return acquireSqliteLock(file)
  } catch (error) {
    if (error instanceof DatabaseInUseError) throw error
  }
}

function createPublishing(
  { config, log }: Pick<Required<ServerOptions>, 'config' | 'log'>,
  { folders, getEnv }: ServedSite,
  sharedDatabase: ReturnType<typeof startDatabase> | undefined,
) {
  const { VITE_CONTENTFUL_GRAPHQL: graphql } = getEnv()
  if (!graphql) return undefined // the content is that of the seed, and never changes
  const publishing = startSitePublishing({
    getSite: () => ({ outDir: folders.getRoot(), env: getEnv() }),
    lockFolder: folders.lockFolder,
    intervalMs: config.contentCheckMs,
    hasDeliveryNetwork: !isLoopbackHost(new URL(graphql).hostname), // the local Contentful has none
    sharedDatabase,
    log,
  })
  folders.onSwitch?.(async () => publishing.updates.start()) // content may have been published after the build of the release
  return publishing
}

/** Loads the preview only where there is one: the clients of Contentful need 12 MB. */
async function loadPreview({ site, editorConfig }: ServerOptions) {
  if (!site?.drafts) return undefined
  const { drafts, siteUrl } = site
  const { shouldCheckLinks, editorOrigins } = editorConfig
  const { createContentfulPreview } = await import('./preview/contentful-preview.ts')
  return (updates: PageUpdates | undefined) => ({
    ...createContentfulPreview({ ...drafts, siteUrl, updates, shouldCheckLinks }),
    editorOrigins: [...drafts.editorOrigins, ...editorOrigins],
  })
}

async function listen(app: FastifyInstance, { config, fileDescriptor }: ServerOptions): Promise<string> {
  const { host, port } = config
  try {
    if (fileDescriptor === undefined) return await app.listen({ host, port })
    // Fastify passes unknown options on to Node, and would look for the addresses of the default host otherwise.
    return await app.listen(Object.assign({ host: '127.0.0.1' }, { fd: fileDescriptor }))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') throw new UserError(`Port ${port} is in use: set PORT to another one`, { cause: error })
    if (code === 'EADDRNOTAVAIL') throw new UserError(`HOST: this machine has no address ${host}`, { cause: error })
    if (code === 'EACCES')
      throw new UserError(`PORT: this user may not listen on ${port}; set one from 1024 on`, { cause: error })
    throw error
  }
}
