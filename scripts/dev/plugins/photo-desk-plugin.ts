import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'

/**
 * Serves the photo desk with hot reload from a development server of its own, which starts with the first request: most
 * changes of the site do not need it.
 */
export function photoDeskPlugin(): Plugin {
  let photoDesk: Promise<ViteDevServer> | undefined
  return {
    name: 'photo-desk',
    configureServer({ middlewares, httpServer, config: { logLevel, server } }) {
      const start = () =>
        createServer({
          configFile: 'cms/photo-desk/vite.config.ts',
          configLoader: 'native', // Vite's own loader would write a file into the source folder
          cacheDir: CACHE_FOLDER,
          ...(logLevel && { logLevel }),
          server: {
            middlewareMode: true,
            ...(server.watch && { watch: server.watch }),
            ...(httpServer && { ws: { server: httpServer } }), // the path of its WebSocket is below the desk's path
          },
        })
      middlewares.use((request, response, next) => {
        const { url = '' } = request
        const [path] = url.split('?')
        if (`${path}/` === PHOTO_DESK_PATH) return void response.writeHead(302, { location: PHOTO_DESK_PATH }).end()
        if (!url.startsWith(PHOTO_DESK_PATH)) return next()
        photoDesk ??= start()
        photoDesk.then((vite) => vite.middlewares(request, response, next), next)
      })
    },
    async closeBundle() {
      const started = photoDesk
      photoDesk = undefined // the hook is called for each environment
      await (await started)?.close()
    },
  }
}

/** Absolute, because a relative one would be inside the sources of the desk. */
const CACHE_FOLDER = `${process.cwd()}/node_modules/.vite/photo-desk`
