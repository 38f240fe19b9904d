import type { IncomingMessage } from 'node:http'

/** Of the rest of a body: more than any route accepts, and the time for a message of 32 KiB at 50 kbit/s. */
const MAX_BYTES = 2_000_000
const MAX_MS = 5_000

/**
 * Reads the rest of a body that the response does not need, up to a limit. Call it before a response after which the
 * connection is closed: a client or proxy that is still sending would get a reset, and the visitor a 502, instead of it.
 */
export async function discardBody(request: IncomingMessage): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  const hasBody = encoding !== undefined || (Number(length) > 0 && Number(length) <= MAX_BYTES)
  if (!hasBody || request.readableEnded || request.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, MAX_MS)
  let bytes = 0
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) resolve()
  }
  // Without 'end' where the client has closed the connection.
  request.once('end', resolve).once('close', resolve).on('data', onData)
  await promise
  clearTimeout(timer)
  request.off('data', onData)
}
