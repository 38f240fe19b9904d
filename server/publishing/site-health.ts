import type { FastifyInstance } from 'fastify'
import type { Redirects } from '#server/redirects/redirects.ts'
import type { RebuildQueue } from './rebuild-queue.ts'

interface Watched {
  readonly redirects: Redirects
  /** Absent where nobody is followed. */
  readonly rebuilds: RebuildQueue | undefined
}

/**
 * For whoever watches the server: 503 where the pages are older than what is published; they stand all the same.
 * It holds nothing but what is published, or was meant to be.
 */
export function answerHealth(server: FastifyInstance, { redirects, rebuilds }: Watched): void {
  server.get('/health', async (_, reply) => {
    const pages = rebuilds?.state()
    const status = pages?.status ?? 'ok'
    reply.code(status === 'ok' ? 200 : 503).header('cache-control', 'no-store')
    return { status, ...(pages && { pages }), redirects: { refused: redirects.refused() } }
  })
}
