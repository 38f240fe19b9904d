import { checkSpace } from '#cms/check/check-space.ts'
import { createLinkChecker } from '#cms/check/link-checker.ts'
import { findPendingChanges } from '#cms/check/pending-changes.ts'
import { renderHtmlReport } from '#cms/check/report/html-report.ts'
import { createSvgFileChecker } from '#cms/check/rules/unsafe-svg.ts'
import { createDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import type { DeliveryConnection } from '#cms/sync/contentful/delivery-connection.ts'
import { createRateLimiter } from '#cms/sync/contentful/rate-limiter.ts'
import { createWebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { findPageOfEntry } from '#cms/sync/find-page-of-entry.ts'
import type { RebuildQueue } from '#server/publishing/rebuild-queue.ts'
import { withTimeout } from '#server/with-timeout.ts'
import type { PreviewOptions } from './preview-options.ts'

/** A space as editors' preview needs it. */
export interface DraftSource {
  readonly graphql: { readonly url: string; readonly token: string }
  readonly preview: DeliveryConnection
  readonly delivery: DeliveryConnection
  /** Origins of the CMS's own editor. */
  readonly editorOrigins: readonly string[]
}

interface Options extends DraftSource {
  readonly secret: string
  readonly siteUrl: string
  readonly rebuilds: RebuildQueue | undefined
  /** Whether the health report may ask other sites for the links to them. */
  readonly shouldCheckLinks: boolean
}

/** Requests a second; a space's delivery API takes 55 (docs/contentful.md, Limits), and visitors come first. */
const RATE = 20

/** ms; the client repeats requests that fail for longer than an editor waits for a page. */
const TIMEOUT_MS = 8_000

/** Drafts, and what editors are told of them, for the web server. */
export function createContentfulPreview({
  secret,
  graphql,
  editorOrigins,
  siteUrl,
  rebuilds,
  shouldCheckLinks,
  ...space
}: Options): PreviewOptions {
  const gate = createRateLimiter(space.delivery.insecure ? undefined : RATE)
  const source = {
    preview: createDeliveryClient(space.preview, gate),
    delivery: createDeliveryClient(space.delivery, gate),
    links: createWebAppLinks(space.preview),
    drawings: createSvgFileChecker(),
    siteUrl,
  }
  return {
    secret,
    graphql,
    editorOrigins: editorOrigins,
    findPagePath: async (entryId) =>
      findPageOfEntry(await withTimeout(source.preview.entries(), TIMEOUT_MS, 'Contentful'), entryId),
    readState: async () => {
      const [first] = rebuilds?.getState().failures ?? []
      return {
        ...(await withTimeout(findPendingChanges(source), TIMEOUT_MS, 'Contentful')),
        rebuildProblem: first ? `${first.what}: ${first.reason}` : null,
      }
    },
    renderReport: async () =>
      renderHtmlReport(await checkSpace({ ...source, ...(shouldCheckLinks && { linkChecker: createLinkChecker() }) })),
  }
}
