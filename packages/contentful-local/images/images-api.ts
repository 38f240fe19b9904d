import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createUnsupportedError, expectExisting, RestError } from '#local/engine/rest-error.ts'
import type { Store } from '#local/store/store.ts'
import type { PictureFormat } from './encode-picture.ts'
import { parseImageParameters } from './image-parameters.ts'
import { openPictureCache, PictureCacheError, UnreadablePictureError } from './picture-cache.ts'

/** Media types that derivatives are made of, and the format of a derivative unless the request names one. */
const DERIVATIVE_FORMATS: Readonly<Record<string, PictureFormat>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
}

/** A URL contains the hash of the file, so browsers may cache it without limit. */
const SEND_OPTIONS = { immutable: true, maxAge: '365d' } as const

/** Serves the files of assets and implements the Images API on their URLs. */
export async function imagesApi(scope: FastifyInstance, { store, cacheFolder }: { store: Store; cacheFolder: string }) {
  await scope.register(fastifyStatic, { serve: false })
  const cache = openPictureCache(cacheFolder)
  // The picture of a closed connection is still written. After the close, nothing is written to the state folder.
  scope.addHook('onClose', () => cache.waitForWrites())

  type Route = { Params: { asset: string; hash: string; name: string } }
  scope.get<Route>('/assets/local/:asset/:hash/:name', async ({ params, query }, reply) => {
    const path = `/assets/local/${params.asset}/${params.hash}/${encodeURIComponent(params.name)}`
    const { sha256, contentType } = expectExisting(store.files.getServedFile(path), 'Asset', params.asset)
    const parameters = parseImageParameters(query)
    // SVG files and videos have no derivatives: they are sent unchanged.
    if (!parameters || contentType === 'image/svg+xml' || !contentType.startsWith('image/')) {
      // An SVG or HTML file that is opened by itself is a document of the editor's origin: the policy forbids scripts in it.
      const policy = "default-src 'none'; style-src 'unsafe-inline'"
      if (contentType === 'image/svg+xml') reply.header('content-security-policy', policy)
      else if (!/^(image|video|audio)\//.test(contentType))
        reply.header('content-security-policy', `${policy}; sandbox`)
      return reply.type(contentType).sendFile(sha256, store.files.folder, { ...SEND_OPTIONS, contentType: false })
    }
    const ownFormat = DERIVATIVE_FORMATS[contentType]
    if (!ownFormat) throw createUnsupportedError(`derivatives of ${contentType}`)
    const format = parameters.fm ?? ownFormat
    const source = { sha256, path: store.files.getFilePath(sha256) }
    const [name = ''] = await cache.derive(source, [{ parameters, format }]).catch(throwRestError)
    return reply.sendFile(name, cache.folder, SEND_OPTIONS)
  })
}

/** A damaged upload is a client error; a cache that cannot be written is a server error, logged without a stack. */
function throwRestError(error: unknown): never {
  if (error instanceof UnreadablePictureError) throw new RestError('BadRequest', error.message)
  if (!(error instanceof PictureCacheError)) throw error
  console.error(error.message)
  throw new RestError('ServerError', error.message)
}
