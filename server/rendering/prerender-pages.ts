import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { REDIRECTS_FILE } from '#server/site/redirects.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import type { PrerenderSource } from '#src/content/content-client.ts'
import type { SitePath } from '#src/content/entry-schemas.ts'
import { writeServedFile } from './compressed-files.ts'
import { createMetadataFiles, SITEMAP_FILE, type SiteMetadata } from './metadata-files.ts'
import { pageFileName, readBrowserBuild, renderPageHtml, renderPreviewShell } from './page-html.ts'
import { writeRedirectFiles } from './redirect-files.ts'
import type { RenderFailure, RenderRequest } from './render-site.ts'
import { writeSecurityHeaders } from './security-header-files.ts'

/**
 * Writes the HTML of the pages, the files beside them and the editors' redirects. Runs after both builds. Resolves with
 * what could not be loaded from the CMS, and why: existing files stay, missing ones are rendered from the seed. Rejects
 * when that fails too.
 */
export async function prerenderPages({ outDir, ssrDir }: RenderRequest): Promise<readonly RenderFailure[]> {
  const module = pathToFileURL(resolve(ssrDir, 'prerender.js'))
  const { env, prerender, fetchSiteMetadata, fetchRedirects }: typeof import('#src/prerender.tsx') = await import(
    module.href
  )
  const build = await readBrowserBuild(outDir, env.googleMapsKey !== undefined)

  const responses: Parameters<typeof prerender>[2] = new Map() // the settings of the site are on each page

  const createPageTask = (path: SitePath): PrerenderTask => ({
    what: path,
    file: pageFileName(path),
    load: async (source) => {
      const prerendered = await prerender(path, source, responses)
      return async () => writeServedFile(outDir, pageFileName(path), await renderPageHtml(build, path, prerendered))
    },
  })
  const metadataTask: PrerenderTask = {
    what: 'the sitemap',
    file: SITEMAP_FILE,
    load: async (source) => {
      const site = await fetchSiteMetadata(source, responses)
      return () => writeMetadataFiles(outDir, site)
    },
  }
  const redirectsTask: PrerenderTask = {
    what: 'the redirects',
    file: REDIRECTS_FILE,
    load: async (source) => {
      const facts = await fetchRedirects(source)
      return async () => {
        for (const line of await writeRedirectFiles({ outDir, ...facts })) console.warn(line)
      }
    },
  }
  await writeSecurityHeaders(build, env)
  await writeServedFile(outDir, '.preview.html', renderPreviewShell(build))
  return runTasks(outDir, [...SITE_PATHS.map(createPageTask), metadataTask, redirectsTask])
}

interface PrerenderTask {
  /** Name for messages. */
  readonly what: string
  /** The file that the task writes. */
  readonly file: string
  /** Loads the content from `source` and returns the function that writes the file. */
  readonly load: (source: PrerenderSource) => Promise<() => Promise<void>>
}

/** Loads all content in parallel and then writes it, so that an unresponsive CMS costs one timeout only. */
async function runTasks(outDir: string, tasks: readonly PrerenderTask[]): Promise<readonly RenderFailure[]> {
  const results = await Promise.all(
    tasks.map(async ({ what, file, load }) => {
      try {
        return { write: await load('cms') }
      } catch (error) {
        const write = existsSync(join(outDir, file)) ? undefined : await load('fallback')
        return { write, failure: { what, reason: formatReason(error) } }
      }
    }),
  )
  for (const { write } of results) await write?.()
  return results.flatMap(({ failure = [] }) => failure)
}

async function writeMetadataFiles(outDir: string, site: Omit<SiteMetadata, 'paths'>): Promise<void> {
  const files = createMetadataFiles({ ...site, paths: await readIndexedPaths(outDir) })
  for (const [name, content] of Object.entries(files)) await writeServedFile(outDir, name, content)
}

/** Returns the paths of all existing pages without `noindex` (src/layout/document-head.ts). */
async function readIndexedPaths(outDir: string): Promise<readonly SitePath[]> {
  const pages = await Promise.all(
    SITE_PATHS.map(async (path) => ({
      path,
      html: await readFile(join(outDir, pageFileName(path)), 'utf8').catch(() => ''),
    })),
  )
  return pages.filter(({ html }) => html && !/<meta name="robots" content="noindex"/.test(html)).map(({ path }) => path)
}

/** Includes the cause: the message of a failed `fetch` is only `fetch failed`. */
function formatReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
