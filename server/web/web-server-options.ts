import type { DraftSource, EditorConfig } from '#server/config/editor-config.ts'
import type { Metrics } from '#server/monitoring/metrics.ts'
import { createContentfulPreview } from '#server/preview/contentful-preview.ts'
import {
  createMemoryLoginRateLimit,
  createSharedLoginRateLimit,
  type LoginRateLimit,
} from '#server/preview/login-rate-limit.ts'
import { ANY_CHANGE } from '#server/publishing/content-change.ts'
import { createContentfulPublishing } from '#server/publishing/contentful-publishing.ts'
import { createMemoryPublishingStore, type PublishingStore } from '#server/publishing/publishing-store.ts'
import type { RebuildFailure } from '#server/publishing/rebuild-queue.ts'
import type { SiteFolders } from './releases.ts'
import type { WebServerOptions } from './web-server.ts'

/** State that the web servers of one site share. */
export interface WebStores {
  readonly publishing: PublishingStore
  readonly loginRateLimit: LoginRateLimit
  /** Closes the database. To be called after the web server has closed. */
  readonly close: () => Promise<void>
}

interface WebStoresOptions {
  /** PostgreSQL; `undefined` for a site with one web server. */
  readonly databaseUrl: string | undefined
  /** Whether publishing calls a deploy hook, which only the server that receives the webhook does. */
  readonly callsDeployHook: boolean
  readonly log: (line: string) => void
}

/**
 * Opens the stores of a web server: in PostgreSQL for several servers, in memory for one. Throws `UserError` when the
 * database cannot be opened.
 */
export async function openWebStores({ databaseUrl, callsDeployHook, log }: WebStoresOptions): Promise<WebStores> {
  if (databaseUrl === undefined)
    return {
      publishing: createMemoryPublishingStore(),
      loginRateLimit: createMemoryLoginRateLimit(),
      close: async () => {},
    }
  // Imported here, because a site with one web server starts faster without the client of PostgreSQL.
  const { openDatabase } = await import('#server/database/open-database.ts')
  const { createPostgresPublishingStore } = await import('#server/publishing/postgres-publishing-store.ts')
  const db = await openDatabase({ url: databaseUrl })
  return {
    publishing: callsDeployHook
      ? createMemoryPublishingStore()
      : createPostgresPublishingStore({ db, url: databaseUrl, log }),
    loginRateLimit: createSharedLoginRateLimit({ db, log }),
    close: () => db.destroy(),
  }
}

export interface WebServerParts
  extends Pick<WebServerOptions, 'backendUrl' | 'trustedProxies' | 'findDerivedFile' | 'graceMs'> {
  readonly site: SiteFolders
  /** Returns the public variables of the build that is served. */
  readonly siteEnv: () => Readonly<Record<string, string>>
  readonly siteUrl: string
  readonly editorConfig: EditorConfig
  /** Where drafts are read, and the secret that opens the preview; without it there is no preview. */
  readonly drafts?: (DraftSource & { readonly secret: string }) | undefined
  /** Signs Contentful's webhooks; without it publishing does not update the pages. */
  readonly webhookSecret?: string | undefined
  readonly stores: Pick<WebStores, 'publishing' | 'loginRateLimit'>
  /** Where the duration of rebuilds is recorded. */
  readonly metrics?: Metrics | undefined
  /** Pages that the build could not render from the CMS. They are retried. */
  readonly failures?: readonly RebuildFailure[]
  readonly log: (line: string) => void
}

/** Composes the options of the web server of a built site: static files, API proxy, preview and publishing. */
export function composeWebServerOptions({
  site,
  siteEnv,
  siteUrl,
  editorConfig,
  drafts,
  webhookSecret,
  ...options
}: WebServerParts): WebServerOptions {
  const { failures, stores, metrics, log, ...web } = options
  const publishing = webhookSecret
    ? createContentfulPublishing({
        secret: webhookSecret,
        getSite: () => ({ outDir: site.getRoot(), env: siteEnv() }),
        deployHookUrl: editorConfig.deployHookUrl,
        log,
        ...(failures && { failures }),
        store: stores.publishing,
        metrics,
      })
    : undefined
  // Content may have been published after the build of the release.
  site.onSwitch(async () => publishing?.rebuilds.enqueue(ANY_CHANGE))
  const preview = drafts && {
    ...createContentfulPreview({
      ...drafts,
      siteUrl,
      rebuilds: publishing?.rebuilds,
      shouldCheckLinks: editorConfig.shouldCheckLinks,
    }),
    editorOrigins: [...drafts.editorOrigins, ...editorConfig.editorOrigins],
    loginRateLimit: stores.loginRateLimit,
  }
  return { ...web, root: site, preview, publishing }
}
