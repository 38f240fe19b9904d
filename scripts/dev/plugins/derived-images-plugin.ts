import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import type { Plugin } from 'vite'
import { deriveImage } from '#scripts/build/derive-images.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** The pictures of the bundled content on the development server: made when they are asked for, as server/web/web-server.ts does. */
export const derivedImagesPlugin = (): Plugin => ({
  name: 'derived-pictures',
  configureServer: ({ middlewares }) => {
    middlewares.use('/media/derived/', (request, response, next) => {
      const [name = ''] = (request.url ?? '').slice(1).split('?')
      deriveImage(decodeURIComponent(name)).then((file) => {
        if (!file) return next()
        response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
        createReadStream(file).on('error', next).pipe(response)
      }, next)
    })
  },
})
