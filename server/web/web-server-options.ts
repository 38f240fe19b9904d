import type { EditorConfig } from '#server/config/editor-config.ts'
import type { Metrics } from '#server/monitoring/metrics.ts'
import { createContentfulPreview, type DraftSource } from '#server/preview/contentful-preview.ts'
import { createContentfulPublishing } from '#server/publishing/contentful-publishing.ts'
import { ANY_CHANGE, type RebuildFailure } from '#server/publishing/publishing-options.ts'
import type { SiteFolders } from './releases.ts'
import type { WebServerOptions } from './web-server.ts'
import type { WebStores } from './web-stores.ts'

export interface WebServerParts extends Pick<WebServerOptions, 'backend' | 'trustedProxies' | 'derive' | 'graceMs'> {
  readonly site: SiteFolders
  /** The public variables that the served build was made with. */
  readonly siteEnv: () => Readonly<Record<string, string>>
  readonly siteUrl: string
  readonly editorConfig: EditorConfig
  /** Where drafts are read, and the secret that opens them; without it there is no preview. */
  readonly drafts?: (DraftSource & { readonly secret: string }) | undefined
  /** Signs Contentful's webhooks; without it pages do not follow what is published. */
  readonly webhookSecret?: string | undefined
  /** What the web servers of the site share. */
  readonly stores: Pick<WebStores, 'publishing' | 'loginRateLimit'>
  /** Measures rebuilds. */
  readonly metrics?: Metrics | undefined
  /** Pages that the build could not render from the CMS; they are tried again. */
  readonly failures?: readonly RebuildFailure[]
  readonly log: (line: string) => void
}

/** Composes the web server of a built site: static files, /api, the editors' preview, and pages that follow the CMS. */
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
  // A release may be older than what has been published since its build.
  site.onSwitch(async () => publishing?.rebuilds.enqueue(ANY_CHANGE))
  const preview = drafts && {
    ...createContentfulPreview({
      ...drafts,
      siteUrl,
      rebuilds: publishing?.rebuilds,
      shouldCheckLinks: editorConfig.shouldCheckLinks,
    }),
    editors: [...drafts.editorOrigins, ...editorConfig.editorOrigins],
    loginRateLimit: stores.loginRateLimit,
  }
  return { ...web, root: site, preview, publishing }
}
