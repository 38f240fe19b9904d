import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Bodies below this size in bytes are not compressed. */
const MIN_COMPRESSED_BYTES = 1_024

const compress = promisify(gzip)

/**
 * Adds an `ETag` to successful responses as Contentful does, answers 304 to clients that have the same response, and
 * compresses bodies with gzip. Files are streams with an ETag of their own, and are not changed. A body is compressed at
 * once, so that its length is known and fault injection can cut it.
 */
export function registerCaching(scope: FastifyInstance): void {
  scope.addHook('onSend', async ({ method, headers }, reply, payload) => {
    if (typeof payload !== 'string') return payload
    reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '))
    if (reply.statusCode < 300) {
      const etag = `W/"${createHash('sha1').update(payload).digest('base64')}"`
      reply.header('etag', etag)
      if (/^(GET|HEAD)$/.test(method) && includesEtag(headers['if-none-match'], etag)) {
        reply.code(304)
        return ''
      }
    }
    if (Buffer.byteLength(payload) < MIN_COMPRESSED_BYTES || !acceptsGzip(headers['accept-encoding'])) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload)
  })
}

/** Whether an `If-None-Match` header has an ETag, or `*`. Weak and strong ETags are compared by their text (RFC 9110, 8.8.3.2). */
const includesEtag = (header = '', etag: string): boolean =>
  header.trim() === '*' || (header.match(/"[^"]*"/g)?.includes(etag.replace('W/', '')) ?? false)

/** Whether an `Accept-Encoding` header allows gzip, which `gzip;q=0` does not. */
const acceptsGzip = (header: string | string[] = ''): boolean =>
  `${header}`.split(',').some((encoding) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(encoding))
