import type { FastifyError, FastifyInstance } from 'fastify'
import { RestError } from '#cms/local/http/rest-error.ts'
import type { Store } from '#cms/local/store/store.ts'
import { MAX_FILE_BYTES } from './fetch-file.ts'
import { LOCAL_SPACE_SYS } from './resource-sys.ts'

/** Takes a file's bytes. An asset then names the upload (`uploadFrom`). */
export function registerUploadRoutes(scope: FastifyInstance, { files }: Store): void {
  scope.post('/uploads', { bodyLimit: MAX_FILE_BYTES, errorHandler: nameTheLimit }, async ({ body }, reply) => {
    if (!Buffer.isBuffer(body))
      throw new RestError('UnsupportedMediaType', 'An upload is sent as application/octet-stream')
    // A stream that is sent again after a lost answer arrives empty (docs/contentful.md, Traps).
    if (body.length === 0) throw new RestError('BadRequest', 'The upload is empty')
    const id = await files.addUpload(body)
    return reply
      .code(201)
      .send({ sys: { ...LOCAL_SPACE_SYS, type: 'Upload', id, createdAt: new Date().toISOString() } })
  })
}

function nameTheLimit(error: FastifyError): never {
  if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
  throw new RestError('PayloadTooLarge', `An upload has at most ${MAX_FILE_BYTES} bytes`)
}
