import type { FastifyInstance, FastifyReply } from 'fastify'
import { touchedBy } from './notice.ts'
import type { PublishingOptions } from './publishing-options.ts'
import { signedCalls } from './signed-calls.ts'

const PATH = '/webhooks/contentful'

/** bytes; Contentful sends no larger entity (contentful.md, Limits). */
const LARGEST_CALL = 1_000_000

/** Hears of what editors publish, at /webhooks/contentful, and makes the pages follow. */
export function followCms(server: FastifyInstance, { secret, rebuilds }: PublishingOptions): void {
  const verdictOf = signedCalls(secret)
  server.addHook('onClose', () => rebuilds.close())
  server.register(async (calls) => {
    calls.removeAllContentTypeParsers()
    // As text: the signature is over what was sent.
    calls.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: LARGEST_CALL },
      async (_: unknown, body: string) => body,
    )
    calls.setErrorHandler(({ statusCode = 500 }: { statusCode?: number }, _, reply) => said(reply, statusCode))
    calls.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    calls.post<{ Body: string | undefined }>(PATH, async ({ url, headers, body = '' }, reply) => {
      const verdict = verdictOf({ path: url, headers, body })
      if (verdict === 'refused') return said(reply, 401)
      if (verdict === 'known') return said(reply, 200)
      const touched = touchedBy(headers['x-contentful-topic']?.toString(), body)
      if (!touched) return said(reply, 200)
      rebuilds.touch(touched)
      return said(reply, 202)
    })
    calls.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: PATH,
      handler: (_, reply) => said(reply.header('allow', 'POST'), 405),
    })
  })
}

const TEXTS: Readonly<Record<number, string>> = {
  200: 'Nothing to do',
  202: 'The pages will follow',
  401: 'Not signed by Contentful',
  405: 'Only POST',
  413: 'Too large',
}

const said = (reply: FastifyReply, status: number) =>
  reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .send(TEXTS[status] ?? 'Not understood')
