import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { extname } from 'node:path'
import cookie from '@fastify/cookie'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { type Connect, isRunnableDevEnvironment, type Plugin } from 'vite'
import { deriveImage } from '#scripts/build/derive-images.ts'
import { isApiPath } from '#server/contact/contact-api.ts'
import { createLogController, createLogOptions } from '#server/logging/log-options.ts'
import { addPreviewRoutes, type PreviewOptions } from '#server/preview/preview-routes.ts'
import { parseContentEndpoint } from '#server/rendering/content-endpoint.ts'
import { renderDevelopmentShell } from '#server/rendering/page-html.ts'
import { findPageUrl } from '#server/site/redirects.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import { previewApiPaths } from '#shared/preview-contract.ts'

/** Passes requests below /api on to the server's application. */
export const contactApiPlugin = (app: FastifyInstance): Plugin => ({
  name: 'contact-api',
  async configureServer({ middlewares }) {
    await app.ready()
    middlewares.use((request, response, next) => {
      if (isApiPath(request.url ?? '')) app.routing(request, response)
      else next()
    })
  },
})

/** Adds the routes of server/preview before those of Vite. Editors get a page without content, which fetches drafts. */
export const draftPreviewPlugin = (preview: PreviewOptions): Plugin => ({
  name: 'draft-preview',
  async configureServer(vite) {
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
        readShell: async (path) =>
          vite.transformIndexHtml(path, renderDevelopmentShell(await readFile('index.html', 'utf8'))),
      },
    })
    server.setNotFoundHandler(continueInVite)
    await server.ready()
    vite.middlewares.use((request, response, next) => {
      if (!isForEditors(request)) return next()
      continues.set(request, next)
      server.routing(request, response)
    })
  },
})

/** Redirects to the canonical URL of a page, as server/site/static-files.ts does. Not permanently: browsers would keep it. */
export const pagePathsPlugin = (): Plugin => ({
  name: 'page-paths',
  configureServer: ({ middlewares }) => {
    middlewares.use(({ url = '/', headers }, response, next) => {
      const pageUrl = headers.accept?.includes('text/html') ? findPageUrl(url) : undefined
      if (pageUrl === undefined || pageUrl === url) return next()
      response.writeHead(302, { location: pageUrl, 'cache-control': 'no-store' }).end()
    })
  },
})

/** Whether the preview handles the request: its own paths and pages. */
const isForEditors = ({ url = '', headers }: IncomingMessage) =>
  isPreviewPath(url) || headers.accept?.includes('text/html') === true

const isPreviewPath = (url: string) => url.startsWith(previewApiPaths.enter)

/** Serves the derived images of the bundled content and derives them on demand, as server/app.ts does. */
export const derivedImagesPlugin = (): Plugin => ({
  name: 'derived-images',
  configureServer: ({ middlewares }) => {
    middlewares.use('/media/derived/', (request, response, next) => {
      const [name = ''] = (request.url ?? '').slice(1).split('?')
      deriveImage(decodeURIComponent(name)).then((file) => {
        if (!file) return next()
        response.setHeader('content-type', MEDIA_TYPES[extname(file)]?.contentType ?? 'application/octet-stream')
        createReadStream(file).on('error', next).pipe(response)
      }, next)
    })
  },
})

/** ms */
const CMS_TIMEOUT_MS = 10_000

/** Answers the content files of a build with the current content of the CMS, and asks pages to fetch it again after a change of src/content. */
export const contentFilesPlugin = (): Plugin => ({
  name: 'content-files',
  configureServer({ environments: { ssr }, middlewares }) {
    const cms = parseContentEndpoint(process.env)
    middlewares.use('/content/', async ({ url = '' }, response, next) => {
      if (!isRunnableDevEnvironment(ssr)) return next()
      try {
        const { fetchCmsContent, isContentName, mapSeedContent } =
          await ssr.runner.import<typeof import('#src/content/cms-content.ts')>('/src/content/cms-content.ts')
        const name = url.slice(1, -'.json'.length)
        if (!isContentName(name)) return next()
        const content = cms
          ? (await fetchCmsContent(name, { ...cms, timeoutMs: CMS_TIMEOUT_MS })).content
          : mapSeedContent(name)
        response.setHeader('content-type', 'application/json')
        response.setHeader('cache-control', 'no-cache')
        response.end(JSON.stringify({ content }))
      } catch (error) {
        // Vite would keep an import that was missing, also when its file is generated later.
        ssr.moduleGraph.invalidateAll()
        ssr.runner.clearCache()
        next(error)
      }
    })
  },
  hotUpdate({ file, server, modules }) {
    if (this.environment.name === 'ssr' && modules.length > 0 && /\/src\/content\/[^/]+\.ts$/.test(file))
      server.environments.client.hot.send('content:change')
  },
})
