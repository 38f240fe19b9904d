import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SITE_PATHS } from '#cms/model/site-paths.ts'
import type { RebuildFailure } from '#server/publishing/publishing-options.ts'
import { REDIRECTS_FILE } from '#server/web/redirects-file.ts'
import type { PrerenderSource } from '#src/content/content-query.ts'
import type { SitePath } from '#src/content/field-schemas.ts'
import { createMetadataFiles, SITEMAP_FILE, type SiteMetadata } from './metadata-files.ts'
import { pageFileName, readBrowserBuild, renderPageHtml, renderPreviewShell } from './page-html.ts'
import { writeRedirectFiles } from './redirect-files.ts'
import { writeSecurityHeaders } from './security-header-files.ts'
import { writeServedFile } from './write-served.ts'

export interface PrerenderOptions {
  /** The browser's build; the pages are written into it. */
  readonly outDir: string
  /** The build of src/prerender.tsx for Node. */
  readonly ssrDir: string
  /** What is made; everything where nobody says. */
  readonly parts?: PrerenderParts
}

interface PrerenderParts {
  readonly paths: readonly SitePath[]
  readonly redirects: boolean
}

const EVERYTHING: PrerenderParts = { paths: SITE_PATHS, redirects: true }

/**
 * Writes the HTML of the pages, the files that stand beside them, and the editors' redirects. Runs after both builds.
 * Answers with what the CMS did not give, and why: that stays as it was, or is made of the seed where nothing is there
 * yet. Rejects where not even that can be made.
 */
export async function prerenderPages(options: PrerenderOptions): Promise<readonly RebuildFailure[]> {
  const { outDir, ssrDir, parts = EVERYTHING } = options
  const built = pathToFileURL(resolve(ssrDir, 'prerender.js'))
  const { env, prerender, siteFacts, redirectFacts }: typeof import('#src/prerender.tsx') = await import(built.href)
  const build = await readBrowserBuild(outDir, env.googleMapsKey !== undefined)

  const page = (path: SitePath): Part => ({
    what: path,
    file: pageFileName(path),
    make: async (source) => {
      const made = await prerender(path, source)
      return async () => writeServedFile(outDir, pageFileName(path), await renderPageHtml(build, path, made))
    },
  })
  const list: Part = {
    what: 'the list of pages',
    file: SITEMAP_FILE,
    make: async (source) => {
      const site = await siteFacts(source)
      return () => writeSiteFiles(outDir, site)
    },
  }
  const redirects: Part = {
    what: 'the redirects',
    file: REDIRECTS_FILE,
    make: async (source) => {
      const facts = await redirectFacts(source)
      return async () => {
        for (const line of await writeRedirectFiles({ outDir, ...facts })) console.warn(line)
      }
    },
  }
  await writeSecurityHeaders(build, env)
  await writeServedFile(outDir, '.preview.html', renderPreviewShell(build))
  return madeInto(outDir, [
    ...parts.paths.map(page),
    ...(parts.paths.length > 0 ? [list] : []),
    ...(parts.redirects ? [redirects] : []),
  ])
}

interface Part {
  readonly what: string
  /** Stands there once it was made. */
  readonly file: string
  /** Loads the content from `source` and returns the function that writes the file. */
  readonly make: (source: PrerenderSource) => Promise<() => Promise<void>>
}

/** All at once, and written when all are there: a CMS that hangs is waited for once. */
async function madeInto(outDir: string, parts: readonly Part[]): Promise<readonly RebuildFailure[]> {
  const failures: RebuildFailure[] = []
  const made = await Promise.all(
    parts.map(({ what, make }) =>
      make('cms').catch((problem) => void failures.push({ what, reason: reasonOf(problem) })),
    ),
  )
  const writes = await Promise.all(
    parts.map(
      ({ file, make }, index) => made[index] ?? (existsSync(join(outDir, file)) ? undefined : make('fallback')),
    ),
  )
  for (const write of writes) await write?.()
  return failures.toSorted((one, other) => rank(one) - rank(other))
}

/** Pages first: they are what is missed. */
const rank = ({ what }: RebuildFailure) => (what.startsWith('/') ? 0 : 1)

async function writeSiteFiles(outDir: string, site: Omit<SiteMetadata, 'paths'>): Promise<void> {
  const files = createMetadataFiles({ ...site, paths: await indexedPaths(outDir) })
  for (const [name, content] of Object.entries(files)) await writeServedFile(outDir, name, content)
}

/** Those that stand there and may be found by search engines (src/layout/document-head.ts), whichever were written just now. */
async function indexedPaths(outDir: string): Promise<readonly SitePath[]> {
  const pages = await Promise.all(
    SITE_PATHS.map(async (path) => ({
      path,
      html: await readFile(join(outDir, pageFileName(path)), 'utf8').catch(() => ''),
    })),
  )
  return pages.filter(({ html }) => html && !/<meta name="robots" content="noindex"/.test(html)).map(({ path }) => path)
}

/** `fetch failed` says why in its cause. */
function reasonOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem)
  return problem.cause instanceof Error ? `${problem.message}: ${problem.cause.message}` : problem.message
}
