import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Connect, Plugin } from 'vite'
import { renderDevelopmentShell } from '#scripts/build/page-html.ts'
import { createLogController, createLogOptions } from '#server/logging/log-options.ts'
import { previewApiPaths } from '#server/preview/contract.ts'
import type { PreviewOptions } from '#server/preview/preview-options.ts'
import { addPreviewRoutes } from '#server/preview/preview-routes.ts'

/** The routes of server/preview before those of Vite: editors get every page empty, and it fills itself with drafts. */
export const draftPreviewPlugin = (preview: PreviewOptions): Plugin => ({
  name: 'draft-preview',
  async configureServer(vite) {
    const continues = new WeakMap<IncomingMessage, Connect.NextFunction>()
    const passOn = (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack()
      continues.get(request.raw)?.()
    }
    const server = fastify({ logger: createLogOptions('warn', process.stderr), logController: createLogController() })
    addPreviewRoutes(server, {
      ...preview,
      pages: {
        hasPage: async (path) => !isPreviewPath(path), // any other: the router knows the pages
        readShell: async (path) =>
          vite.transformIndexHtml(path, renderDevelopmentShell(await readFile('index.html', 'utf8'))),
      },
    })
    server.setNotFoundHandler(passOn)
    await server.ready()
    vite.middlewares.use((request, response, next) => {
      if (!isForEditors(request)) return next()
      continues.set(request, next)
      server.routing(request, response)
    })
  },
})

/** Only these are looked at: the preview's own addresses, and pages. */
const isForEditors = ({ url = '', headers }: IncomingMessage) =>
  isPreviewPath(url) || headers.accept?.includes('text/html') === true

const isPreviewPath = (url: string) => url.startsWith(previewApiPaths.enter)
