import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Connect } from 'vite'
import { createDraftQueries } from '#scripts/build/draft-queries.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { isApiPath } from '#server/contact/contact-api.ts'
import { createLogController, createLogOptions } from '#server/logging/log-options.ts'
import { createContentfulPreview } from '#server/preview/contentful-preview.ts'
import { addPreviewRoutes, type PreviewOptions } from '#server/preview/preview-routes.ts'
import { renderDevelopmentShell } from '#server/rendering/page-html.ts'
import { findPageUrl } from '#server/site/redirects.ts'
import { prepareServer } from '#server/start-server.ts'
import { previewApiPaths } from '#shared/preview-contract.ts'
import { createLocalConfig } from './local-config.ts'
import type { SiteContent } from './site-content.ts'

/** What the development server serves with the code of `server`. */
export interface SiteServer {
  /** Answers requests of the contact API and of editors, and redirects to pages; passes all others on. */
  readonly handle: Connect.NextHandleFunction
  readonly stop: () => Promise<void>
}

export interface SiteServerOptions {
  readonly url: string
  readonly drafts: SiteContent['drafts']
  /** Lets Vite add its scripts to the HTML of a page. */
  readonly transformHtml: TransformHtml
  readonly log: (line: string) => void
}

type TransformHtml = (path: string, html: string) => Promise<string>

/** ms that running requests and emails get when the server stops. */
const GRACE_MS = 2_500

/** Starts the server, which does not listen. The module runner evaluates this module again after each change of `server`. */
export async function startSiteServer({ url, drafts, transformHtml, log }: SiteServerOptions): Promise<SiteServer> {
  const editorConfig = parseEditorConfig(process.env)
  const config = await createLocalConfig(Number(new URL(url).port), process.env, log)
  const api = await prepareServer({ config, editorConfig, graceMs: GRACE_MS, logStream: process.stderr, log })
  await api.app.ready()
  const { shouldCheckLinks, editorOrigins } = editorConfig
  const preview =
    drafts &&
    (await createPreviewHandler(
      {
        ...createContentfulPreview({ ...drafts, siteUrl: url, updates: undefined, shouldCheckLinks }),
        editorOrigins: [...drafts.editorOrigins, ...editorOrigins],
      },
      transformHtml,
    ))
  return {
    handle: (request, response, next) => {
      if (isApiPath(request.url ?? '')) return api.app.routing(request, response)
      redirectToPage(request, response, () => (preview ? preview(request, response, next) : next()))
    },
    stop: () => api.stop(),
  }
}

/** Redirects to the canonical URL of a page, as server/site/static-files.ts does. Not permanently: browsers would keep it. */
export const redirectToPage: Connect.NextHandleFunction = ({ url = '/', headers }, response, next) => {
  const pageUrl = headers.accept?.includes('text/html') ? findPageUrl(url) : undefined
  if (pageUrl === undefined || pageUrl === url) return next()
  response.writeHead(302, { location: pageUrl, 'cache-control': 'no-store' }).end()
}

/** Answers the routes of server/preview. Editors get a page without content, which fetches drafts. */
export async function createPreviewHandler(
  preview: PreviewOptions,
  transformHtml: TransformHtml,
): Promise<Connect.NextHandleFunction> {
  const continues = new WeakMap<IncomingMessage, Connect.NextFunction>()
  const continueInVite = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    continues.get(request.raw)?.()
  }
  const server = fastify({ logger: createLogOptions('warn', process.stderr), logController: createLogController() })
  server.register(cookie)
  addPreviewRoutes(server, {
    ...preview,
    pages: {
      hasPage: async (path) => !isPreviewPath(path), // the router decides about other paths
      readShell: async (path) => transformHtml(path, renderDevelopmentShell(await readFile('index.html', 'utf8'))),
      readQueries: createDraftQueries,
    },
  })
  server.setNotFoundHandler(continueInVite)
  await server.ready()
  return (request, response, next) => {
    if (!isForEditors(request)) return next()
    continues.set(request, next)
    server.routing(request, response)
  }
}

/** Whether the preview handles the request: its own paths and pages. */
const isForEditors = ({ url = '', headers }: IncomingMessage) =>
  isPreviewPath(url) || headers.accept?.includes('text/html') === true

const isPreviewPath = (url: string) => url.startsWith(previewApiPaths.enter)
