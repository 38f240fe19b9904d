import type { FastifyError, FastifyInstance } from 'fastify'
import { RestError } from '#cms/local/rest-error.ts'
import type { Store } from '#cms/local/store/store.ts'
import { LARGEST_FILE } from './fetch-file.ts'
import { PLACE } from './sys.ts'

/** Takes a file's bytes. An asset then names the upload (`uploadFrom`). */
export function uploadRoutes(scope: FastifyInstance, { files }: Store): void {
  scope.post('/uploads', { bodyLimit: LARGEST_FILE, errorHandler: nameTheLimit }, async ({ body }, reply) => {
    if (!Buffer.isBuffer(body))
      throw new RestError('UnsupportedMediaType', 'An upload is sent as application/octet-stream')
    // A stream that is sent again after a lost answer arrives empty (contentful.md, Traps).
    if (body.length === 0) throw new RestError('BadRequest', 'The upload is empty')
    const id = await files.upload(body)
    return reply.code(201).send({ sys: { ...PLACE, type: 'Upload', id, createdAt: new Date().toISOString() } })
  })
}

function nameTheLimit(error: FastifyError): never {
  if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
  throw new RestError('PayloadTooLarge', `An upload has at most ${LARGEST_FILE} bytes`)
}
