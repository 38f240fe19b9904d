import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setPreviewHeaders } from './editors-frames.ts'
import { hasPreviewSession } from './preview-cookie.ts'
import type { PreviewTokens } from './tickets.ts'

/** An empty page that loads the site's script, as the build wrote it. */
const SHELL = '.preview.html'

/** Where it takes the editors that may frame it: the script speaks with no other. */
const PLACE = 'data-preview=""'

/** Where the pages of a preview come from: a build, or the development server. */
export interface DraftPageSource {
  /** Whether a page stands at this path. */
  readonly hasPage: (path: string) => Promise<boolean>
  /** The empty page that loads the site's script; `undefined` where the site was built without it. */
  readonly readShell: (path: string) => Promise<string | undefined>
}

export interface DraftPagesOptions {
  readonly pages: DraftPageSource
  readonly editorOrigins: readonly string[]
  /** Security headers of a page, whose policy is completed with the editors; none of the development server. */
  readonly getHeaders?: () => Readonly<Record<string, string>>
  /** Whether a redirect stands at an address; where a build wrote it as a file too, that is no page. */
  readonly isRedirected?: (url: string) => boolean
}

/** Editors get every page empty, so that it fills itself with drafts; visitors' pages are not touched. */
export function addDraftPages(server: FastifyInstance, tickets: PreviewTokens, options: DraftPagesOptions): void {
  const { editorOrigins, getHeaders, isRedirected, pages } = options

  server.addHook('preHandler', async (request, reply) => {
    const path = pagePath(request)
    if (path === undefined || !hasPreviewSession(request, tickets)) return
    if (isRedirected?.(request.url) || !(await pages.hasPage(path))) return
    setPreviewHeaders(reply, editorOrigins, getHeaders?.() ?? {})
    const shell = await pages.readShell(path)
    if (shell === undefined) return reply.code(503).type('text/plain').send('The site was built without its preview.')
    reply.type('text/html; charset=utf-8')
    return reply.send(shell.replace(PLACE, () => `data-preview="${editorOrigins.join(' ')}"`))
  })
}

/** As the site writes it: what is written otherwise is led there first. */
function pagePath({ method, url, headers }: FastifyRequest): string | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || !headers.accept?.includes('text/html')) return undefined
  const [path = ''] = url.split('?')
  return /^\/([\w-]+(\/[\w-]+)*)?$/.test(path) ? path : undefined
}

/** The pages of the build that is served, with `.preview.html` beside them. `root`: its folder. */
export function createBuiltPageSource(root: () => string): DraftPageSource {
  return {
    hasPage: async (path) => {
      const found = await stat(join(root(), path, 'index.html')).catch(() => undefined)
      return found?.isFile() === true
    },
    readShell: () => readFile(join(root(), SHELL), 'utf8').catch(() => undefined),
  }
}
