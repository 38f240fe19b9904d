import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createNotFoundError, createUnsupportedError, RestError } from '#cms/local/http/rest-error.ts'
import type { Store } from '#cms/local/store/store.ts'
import { FORMAT_MEDIA_TYPES, type PictureFormat } from '#cms/media/encode-picture.ts'
import { parseImageParameters } from '#cms/media/image-parameters.ts'
import { openPictureCache, PictureCacheError, UnreadablePictureError } from '#cms/media/picture-cache.ts'

interface AssetFile {
  readonly Params: { readonly asset: string; readonly hash: string; readonly name: string }
}

/** What a derivative is made of, and the format that it keeps where none is asked for. */
const DERIVED: Readonly<Record<string, PictureFormat>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
}

/** An address holds the hash of its content, so it may be kept for ever. */
const SENT = { immutable: true, maxAge: '365d', contentType: false } as const

/** The files of assets, and the Images API behind their addresses. */
export async function imagesApi(scope: FastifyInstance, { store, cacheFolder }: { store: Store; cacheFolder: string }) {
  await scope.register(fastifyStatic, { serve: false })
  const cache = openPictureCache(cacheFolder)

  scope.get<AssetFile>('/assets/local/:asset/:hash/:name', async ({ params, query }, reply) => {
    const path = `/assets/local/${params.asset}/${params.hash}/${encodeURIComponent(params.name)}`
    const file = store.files.getServedFile(path)
    if (!file) throw createNotFoundError('Asset', params.asset)
    const { sha256, contentType } = file
    const parameters = parseImageParameters(query)
    // Drawings and films have no derivatives: they pass as they are, in any size.
    if (!parameters || contentType === 'image/svg+xml' || !contentType.startsWith('image/')) {
      return withType(reply, contentType).sendFile(sha256, store.files.folder, SENT)
    }
    const own = DERIVED[contentType]
    if (!own) throw createUnsupportedError(`derivatives of ${contentType}`)
    const format = parameters.fm ?? own
    const source = { sha256, path: store.files.getFilePath(sha256) }
    const [name = ''] = await cache.derive(source, [{ parameters, format }]).catch(throwRestError)
    return withType(reply, FORMAT_MEDIA_TYPES[format]).sendFile(name, cache.folder, SENT)
  })
}

/** A damaged upload is the client's error; a cache that cannot be written is ours, and is logged without a stack. */
function throwRestError(problem: unknown): never {
  if (problem instanceof UnreadablePictureError) throw new RestError('BadRequest', problem.message)
  if (!(problem instanceof PictureCacheError)) throw problem
  console.error(problem.message)
  throw new RestError('ServerError', problem.message)
}

function withType(reply: FastifyReply, contentType: string): FastifyReply {
  // A drawing opened by itself is a document: it may not run anything.
  if (contentType === 'image/svg+xml')
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
  return reply.type(contentType).header('x-content-type-options', 'nosniff')
}
