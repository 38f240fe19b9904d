import type { EditorsEnv } from './editors-env.ts'
import type { Metrics } from './monitoring/metrics.ts'
import { contentfulPreview, type DraftSource } from './preview/contentful-preview.ts'
import { contentfulPublishing } from './publishing/contentful-publishing.ts'
import { ANYTHING, type RebuildFailure } from './publishing/publishing-options.ts'
import type { SiteFolders } from './releases.ts'
import type { WebOptions } from './web.ts'
import type { WebStores } from './web-stores.ts'

export interface WebParts extends Pick<WebOptions, 'backend' | 'trustedProxies' | 'derive' | 'graceMs'> {
  readonly site: SiteFolders
  /** The public variables that the served build was made with. */
  readonly siteEnv: () => Readonly<Record<string, string>>
  readonly siteUrl: string
  readonly editors: EditorsEnv
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
export function composeWeb({
  site,
  siteEnv,
  siteUrl,
  editors,
  drafts,
  webhookSecret,
  ...options
}: WebParts): WebOptions {
  const { failures, stores, metrics, log, ...web } = options
  const publishing = webhookSecret
    ? contentfulPublishing({
        secret: webhookSecret,
        site: () => ({ outDir: site.root(), env: siteEnv() }),
        deployHook: editors.deployHook,
        log,
        ...(failures && { failures }),
        store: stores.publishing,
        metrics,
      })
    : undefined
  // A release may be older than what has been published since its build.
  site.onSwitch(async () => publishing?.rebuilds.touch(ANYTHING))
  const preview = drafts && {
    ...contentfulPreview({ ...drafts, siteUrl, rebuilds: publishing?.rebuilds, asksLinks: editors.asksLinks }),
    editors: [...drafts.editors, ...editors.editors],
    loginRateLimit: stores.loginRateLimit,
  }
  return { ...web, root: site, preview, publishing }
}
