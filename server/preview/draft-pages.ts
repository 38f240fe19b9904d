import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'
import { previewApiPaths } from '#shared/preview-contract.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { sendPageWithLink } from './enter-exit-routes.ts'
import { hasPreviewSession, setPreviewHeaders, type TokenSigner } from './preview-session.ts'

/** The build's empty page that loads the site's script. */
const SHELL_FILE = '.preview.html'

/** The file of a build with the queries that its pages ask by name. */
export const DRAFT_QUERIES_FILE = '.draft-queries.json'

const draftQueriesSchema = z.record(z.string(), z.string())

/** The site's queries as queries for drafts, by name. */
export type DraftQueries = z.output<typeof draftQueriesSchema>

/** Replaced by the editor origins: the script exchanges messages with these only. */
const ORIGINS_PLACEHOLDER = 'data-preview=""'

/** Where preview pages and their queries come from: a build, or the development server. */
export interface DraftPageSource {
  /** Whether the site has a page at this path. */
  readonly hasPage: (path: string) => Promise<boolean>
  /** Resolves with the empty page that loads the site's script. */
  readonly readShell: (path: string) => Promise<string>
  /** `undefined` where an older version of the project, without them, has made the build. */
  readonly readQueries: () => Promise<DraftQueries | undefined>
}

export interface DraftPagesOptions {
  readonly pages: DraftPageSource
  readonly editorOrigins: readonly string[]
  /** Security headers of a page, whose policy gets `frame-ancestors` added; the development server has none. */
  readonly getHeaders?: () => Readonly<Record<string, string>>
  /** Whether an editors' redirect applies to a URL. A build also writes redirects as page files, which are not pages. */
  readonly isRedirected?: (url: string) => boolean
}

/** Sends every page to editors without content, for the script to fill with drafts. Visitors' requests are not affected. */
export function addDraftPages(server: FastifyInstance, tokens: TokenSigner, options: DraftPagesOptions): void {
  const { editorOrigins, getHeaders, isRedirected, pages } = options

  server.addHook('preHandler', async (request, reply) => {
    const path = getPagePath(request)
    if (path === undefined || !hasPreviewSession(request, tokens)) return
    if (isRedirected?.(request.url) || !(await pages.hasPage(path))) return
    if (!(await pages.readQueries())) {
      const leaveUrl = `${previewApiPaths.leave}?path=${encodeURIComponent(request.url)}`
      return sendPageWithLink(reply, editorOrigins, OLDER_BUILD_PAGE, leaveUrl)
    }
    setPreviewHeaders(reply, editorOrigins, getHeaders?.() ?? {})
    const shell = await pages.readShell(path)
    reply.type('text/html; charset=utf-8')
    return reply.send(shell.replace(ORIGINS_PLACEHOLDER, () => `data-preview="${editorOrigins.join(' ')}"`))
  })
}

/** For a build without queries: the server was updated, or the site was rolled back to that release. */
const OLDER_BUILD_PAGE = {
  title: 'The drafts cannot be shown',
  paragraphs: [
    'The pages of the site were built by an older version of the project, and this server cannot show their drafts.',
    'Whoever runs the site can build them again, with “npm run build”.',
  ],
}

/** The path of a request for an HTML page in canonical form. Other forms are redirected to it, as for visitors. */
function getPagePath({ method, url, headers }: FastifyRequest): string | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || !headers.accept?.includes('text/html')) return undefined
  const [path = ''] = url.split('?')
  return /^\/([\w-]+(\/[\w-]+)*)?$/.test(path) && `${path}/` !== PHOTO_DESK_PATH ? path : undefined
}

/** The pages of the build that is served, with the two files beside them. `getRoot` returns its folder. */
export function createBuiltPageSource(getRoot: () => string): DraftPageSource {
  return {
    hasPage: async (path) => {
      const stats = await stat(join(getRoot(), path, 'index.html')).catch(() => undefined)
      return stats?.isFile() === true
    },
    readShell: () => readFile(join(getRoot(), SHELL_FILE), 'utf8'),
    readQueries: async () => {
      const file = join(getRoot(), DRAFT_QUERIES_FILE)
      return existsSync(file) ? draftQueriesSchema.parse(tryParseJson(await readFile(file, 'utf8'))) : undefined
    },
  }
}
