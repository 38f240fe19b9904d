import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { extname } from 'node:path'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Connect, Plugin } from 'vite'
import { deriveImage } from '#scripts/build/derive-images.ts'
import { renderDevelopmentShell } from '#scripts/build/page-html.ts'
import { createLogController, createLogOptions } from '#server/logging/log-options.ts'
import { previewApiPaths } from '#server/preview/contract.ts'
import { addPreviewRoutes, type PreviewOptions } from '#server/preview/preview-routes.ts'
import { createApiProxy, isApiPath } from '#server/web/api-proxy.ts'
import { findPageUrl } from '#server/web/redirects.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'

const createDevRoutes = () =>
  fastify({ logger: createLogOptions('warn', process.stderr), logController: createLogController() })

/** Sends requests below /api to the backend, as server/web/web-server.ts does. */
export const apiProxyPlugin = (backendUrl: string): Plugin => ({
  name: 'api-proxy',
  async configureServer({ middlewares }) {
    const server = createDevRoutes()
    server.register(createApiProxy(backendUrl))
    await server.ready()
    middlewares.use((request, response, next) => {
      if (isApiPath(request.url ?? '')) server.routing(request, response)
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
    const server = createDevRoutes()
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

/** Redirects to the canonical URL of a page, as server/web/static-files.ts does. Not permanently: browsers would keep it. */
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

/** Serves the derived images of the bundled content and derives them on demand, as server/web/web-server.ts does. */
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
