import type { FastifyInstance } from 'fastify'
import { RestError } from '#cms/local/rest-error.ts'
import type { Store } from '#cms/local/store/store.ts'
import { PLACE } from './sys.ts'

/** bytes; above Contentful's 20 MB for pictures, below what a laptop minds */
const LARGEST_UPLOAD = 30_000_000

/** Takes a file's bytes. An asset then names the upload (`uploadFrom`). */
export function uploadRoutes(scope: FastifyInstance, { files }: Store): void {
  scope.post('/uploads', { bodyLimit: LARGEST_UPLOAD }, async ({ body }, reply) => {
    if (!Buffer.isBuffer(body))
      throw new RestError('UnsupportedMediaType', 'An upload is sent as application/octet-stream')
    // A stream that is sent again after a lost answer arrives empty (contentful.md, Traps).
    if (body.length === 0) throw new RestError('BadRequest', 'The upload is empty')
    const id = await files.upload(body)
    return reply.code(201).send({ sys: { ...PLACE, type: 'Upload', id, createdAt: new Date().toISOString() } })
  })
}
