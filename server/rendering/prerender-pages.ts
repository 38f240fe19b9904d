import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SitePath } from '#shared/site-paths.gen.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import type { GraphqlEndpoint } from '#src/content/cms-content.ts'
import type { ContentLoader } from '#src/content/content-query.ts'
import { REDIRECTS_FILE } from './build-files.ts'
import { writeServedFile } from './compressed-files.ts'
import { createMetadataFiles, SITEMAP_FILE, type SiteMetadata } from './metadata-files.ts'
import { pageFileName, readBrowserBuild, renderPageHtml, renderPreviewShell } from './page-html.ts'
import { writeRedirectsFile } from './redirects-file.ts'
import type { RenderFailure } from './render-failure.ts'
import { writeSecurityHeaders } from './security-headers-file.ts'
import { writeStaticHostFiles } from './static-host-files.ts'

/** ms; longer than a visitor waits, because existing pages must not be replaced by the seed. */
const CMS_TIMEOUT_MS = 20_000

/** What is rendered. */
export interface PrerenderOptions {
  /** The folder of the browser build; pages and the files beside them are written into it. */
  readonly outDir: string
  /** The folder of the Node build of src/prerender.tsx. */
  readonly ssrDir: string
  /** Contentful's GraphQL API for published content; without it the content is that of the seed. */
  readonly cms: Pick<GraphqlEndpoint, 'url' | 'headers'> | undefined
  /** Whether to write what a static host needs too. By default the server serves the pages. */
  readonly isForStaticHost?: boolean | undefined
}

/**
 * Writes the content files and the HTML of the pages, the files beside them and the editors' redirects. Runs after both
 * builds. Resolves with what could not be loaded from the CMS, and why: existing files stay, missing ones are rendered from
 * the seed. Rejects when that fails too.
 */
export async function prerenderPages({
  outDir,
  ssrDir,
  cms,
  isForStaticHost = false,
}: PrerenderOptions): Promise<readonly RenderFailure[]> {
  const module = pathToFileURL(resolve(ssrDir, 'prerender.js'))
  const { env, prerender, createBuildLoader, loadRedirects }: typeof import('#src/prerender.tsx') = await import(
    module.href
  )
  const build = await readBrowserBuild(outDir, env.googleMapsKey !== undefined)
  const endpoint = cms && { ...cms, timeoutMs: CMS_TIMEOUT_MS }

  const writeContentFile = (name: string, content: unknown) =>
    writeServedFile(outDir, `content/${name}.json`, JSON.stringify({ build: build.id, content }))
  const tasks: readonly PrerenderTask[] = [
    {
      what: 'the site settings',
      file: 'content/site.json',
      load: async ({ loader }) => {
        const site = await loader.load('site', BUILD_SIGNAL)
        return () => writeContentFile('site', site)
      },
    },
    ...SITE_PATHS.map(
      (path): PrerenderTask => ({
        what: path,
        file: pageFileName(path),
        load: async ({ loader }) => {
          const page = await prerender(path, loader, build.id)
          return async () => {
            for (const { name, content } of page.contents) if (name !== 'site') await writeContentFile(name, content)
            await writeServedFile(outDir, pageFileName(path), await renderPageHtml(build, path, page))
          }
        },
      }),
    ),
    {
      what: 'the sitemap',
      file: SITEMAP_FILE,
      load: async ({ loader }) => {
        const [site, contact] = await Promise.all([
          loader.load('site', BUILD_SIGNAL),
          loader.load('contact', BUILD_SIGNAL),
        ])
        const securityContact = env.securityContact ?? `mailto:${contact.email}`
        return () => writeMetadataFiles(outDir, { siteUrl: env.siteUrl, securityContact, site })
      },
    },
    {
      what: 'the redirects',
      file: REDIRECTS_FILE,
      load: async ({ endpoint }) => {
        const redirects = await loadRedirects(endpoint)
        return async () => {
          for (const line of await writeRedirectsFile({ outDir, siteUrl: env.siteUrl, redirects })) console.warn(line)
        }
      },
    },
  ]
  await writeSecurityHeaders(build, { ...env, graphqlUrl: cms?.url })
  await writeServedFile(outDir, '.preview.html', renderPreviewShell(build))
  const failures = await runTasks(
    outDir,
    tasks,
    { endpoint, loader: createBuildLoader(endpoint) },
    { endpoint: undefined, loader: createBuildLoader(undefined) },
  )
  if (isForStaticHost) await writeStaticHostFiles(outDir, env.siteUrl)
  return failures
}

/** A build requests each content once, and ends with the process. */
const BUILD_SIGNAL = new AbortController().signal

/** The CMS, or the seed, which has no endpoint. */
interface TaskContent {
  readonly endpoint: GraphqlEndpoint | undefined
  readonly loader: ContentLoader
}

interface PrerenderTask {
  /** Name for messages. */
  readonly what: string
  /** The file that the task writes. */
  readonly file: string
  /** Loads the content and returns the function that writes the file. */
  readonly load: (content: TaskContent) => Promise<() => Promise<void>>
}

/** Loads all content in parallel and then writes it, so that an unresponsive CMS costs one timeout only. */
async function runTasks(
  outDir: string,
  tasks: readonly PrerenderTask[],
  cms: TaskContent,
  seed: TaskContent,
): Promise<readonly RenderFailure[]> {
  const results = await Promise.all(
    tasks.map(async ({ what, file, load }) => {
      try {
        return { write: await load(cms) }
      } catch (error) {
        const write = existsSync(join(outDir, file)) ? undefined : await load(seed)
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

/** Returns the paths of all existing pages without `noindex` (src/layout/document-head.tsx). */
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
