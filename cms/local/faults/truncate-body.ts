import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** ms in which what was written leaves, before the connection goes */
const ON_ITS_WAY = 20

/** Half of an answer, under the length of the whole; then the connection ends. What has no body is not answered at all. */
export function truncateBody(payload: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const content = typeof payload === 'string' ? Buffer.from(payload) : payload
  const length = Buffer.isBuffer(content) ? content.length : Number(reply.getHeader('content-length') ?? 0)
  const chunks = Buffer.isBuffer(content) ? [content] : content instanceof Readable ? content : []
  if (length < 2 || request.method === 'HEAD') {
    request.raw.socket.destroy()
    return payload
  }
  reply.header('content-length', length)
  return Readable.from(firstBytes(chunks, Math.floor(length / 2)))
}

async function* firstBytes(chunks: Iterable<Buffer> | AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count
  for await (const chunk of chunks) {
    const part = chunk.subarray(0, left)
    left -= part.length
    yield part
    if (left === 0) break
  }
  await pause(ON_ITS_WAY)
  throw new Error('The connection is cut, as it was asked for')
}
