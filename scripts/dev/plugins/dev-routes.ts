import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { isRunnableDevEnvironment, type Plugin } from 'vite'
import { deriveImage } from '#scripts/build/derive-images.ts'
import { parseContentEndpoint } from '#server/config/content-endpoint.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import { type ErrorOverlay, formatOverlayError } from './error-overlay.ts'

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
export const contentFilesPlugin = ({ show }: Pick<ErrorOverlay, 'show'>): Plugin => ({
  name: 'content-files',
  configureServer({ config: { logger }, environments: { ssr }, middlewares }) {
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
        show(url, '')
      } catch (error) {
        // Vite would keep an import that was missing, also when its file is generated later, and the overlay of its error.
        ssr.moduleGraph.invalidateAll()
        ssr.runner.clearCache()
        const message = formatOverlayError(error)
        logger.error(message, { timestamp: true })
        show(url, message)
        response.writeHead(500).end()
      }
    })
  },
  hotUpdate({ file, server, modules }) {
    if (
      this.environment.name === 'ssr' &&
      modules.length > 0 &&
      /\/src\/content\/([^/]+\.ts|bundled\/[^/]+\.json)$/.test(file)
    )
      server.environments.client.hot.send('content:change')
  },
})
