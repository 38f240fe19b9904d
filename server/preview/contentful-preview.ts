import { type CheckSource, checkSpace } from '#cms/check/check-space.ts'
import type { LinkChecker } from '#cms/check/link-checker.ts'
import { findPendingChanges } from '#cms/check/pending-changes.ts'
import { renderHtmlReport } from '#cms/check/report/html-report.ts'
import { createFileChecker } from '#cms/check/rules/file-contents.ts'
import { createWebAppLinks } from '#cms/check/web-app-links.ts'
import { parseLink } from '#cms/links.ts'
import { getPagePath } from '#cms/model/preview-paths.ts'
import type { PublishedEntry } from '#cms/sync/contentful/delivered-content.ts'
import { createDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import type { DraftSource } from '#server/config/editor-config.ts'
import { withTimeout } from '#server/process/with-timeout.ts'
import type { PageUpdates } from '#server/publishing/page-updates.ts'
import type { PreviewOptions } from './preview-routes.ts'

interface ContentfulPreviewOptions extends DraftSource {
  readonly siteUrl: string
  readonly updates: PageUpdates | undefined
  /** Whether the content report may send requests to external links. */
  readonly shouldCheckLinks: boolean
}

/** ms; the client's retries may take longer than an editor waits for a page. */
const TIMEOUT_MS = 8_000

/** Creates the preview of a Contentful space: drafts, their state, and the content report. */
export function createContentfulPreview(options: ContentfulPreviewOptions): PreviewOptions {
  const { secret, graphql, editorOrigins, siteUrl, updates, shouldCheckLinks, ...space } = options
  const source: CheckSource = {
    preview: createDeliveryClient(space.preview),
    delivery: createDeliveryClient(space.delivery),
    links: createWebAppLinks(space.preview),
    fileChecker: createFileChecker(),
    siteUrl,
  }
  return {
    secret,
    graphql,
    siteUrl,
    editorOrigins,
    findPagePath: async (entryId) =>
      findPageOfEntry(await withTimeout(source.preview.entries(), TIMEOUT_MS, 'Contentful'), entryId),
    readState: async () => {
      const [first] = updates?.getState().failures ?? []
      return {
        ...(await withTimeout(findPendingChanges(source), TIMEOUT_MS, 'Contentful')),
        rebuildProblem: first ? `${first.what}: ${first.reason}` : null,
      }
    },
    renderReport: async () =>
      renderHtmlReport(
        await checkSpace({ ...source, ...(shouldCheckLinks && { linkChecker: await loadLinkChecker() }) }),
      ),
  }
}

/** Loads the HTTP client of the link checker, which needs 30 MB, when an editor opens the report. */
async function loadLinkChecker(): Promise<LinkChecker> {
  const { createLinkChecker } = await import('#cms/check/link-checker.ts')
  return createLinkChecker()
}

/** The path of the page that shows an entry: of the nearest that links to it, over however many steps; `undefined` where none does. */
export function findPageOfEntry(entries: readonly PublishedEntry[], entryId: string): string | undefined {
  const seen = new Set<string>()
  let near = entries.filter(({ sys }) => sys.id === entryId)
  while (near.length > 0) {
    for (const { sys } of near) seen.add(sys.id)
    const [path] = near.flatMap(({ sys }) => getPagePath(sys.contentType.sys.id) ?? [])
    if (path !== undefined) return path
    const ids = new Set(near.map(({ sys }) => sys.id))
    near = entries.filter((entry) => !seen.has(entry.sys.id) && linksTo(entry, ids))
  }
  return undefined
}

const linksTo = ({ fields }: PublishedEntry, ids: ReadonlySet<string>) =>
  Object.values(fields)
    .flat()
    .some((value) => {
      const link = parseLink(value)
      return link?.to === 'Entry' && ids.has(link.id)
    })
