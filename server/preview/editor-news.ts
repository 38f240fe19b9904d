import type { FastifyInstance } from 'fastify'
import { hashSource } from '#server/web/security-headers.ts'
import { previewPaths } from './contract.ts'
import { forEditorsAlone } from './editors-frames.ts'
import { isEditor } from './preview-cookie.ts'
import type { PreviewOptions } from './preview-options.ts'
import { graphqlError } from './preview-session.ts'
import type { Tickets } from './tickets.ts'

/** What an editor is told beside the page. */
export function stateOfDrafts(session: FastifyInstance, { state, graphql }: PreviewOptions): void {
  const current = shared(state)

  session.get(previewPaths.state, async (request, reply) => {
    try {
      return await current()
    } catch (error) {
      request.log.error({ reason: reasonOf(error, graphql.token) }, 'unpublished entries cannot be listed')
      return reply.code(503).send(graphqlError('The CMS does not say what is not published yet.'))
    }
  })
}

/** A page of words and thumbnails: nothing in it runs. Its one style element stands before all that editors wrote. */
function reportHeaders(page: string) {
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? []
  return {
    'content-security-policy': [
      "default-src 'none'",
      'img-src data: https: http://127.0.0.1:*',
      `style-src ${hashSource(style)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
  }
}

/** The health report. Whoever is no editor does not learn that there is one. */
export function healthReport(server: FastifyInstance, tickets: Tickets, options: PreviewOptions): void {
  const { report, editors, graphql } = options

  server.get(previewPaths.report, async (request, reply) => {
    if (!isEditor(request, tickets)) return reply.callNotFound()
    forEditorsAlone(reply, editors)
    try {
      const page = await report()
      forEditorsAlone(reply, editors, reportHeaders(page))
      return reply.type('text/html; charset=utf-8').send(page)
    } catch (error) {
      request.log.error({ reason: reasonOf(error, graphql.token) }, 'content report cannot be made')
      return reply.code(503).type('text/plain').send('The report cannot be made: the CMS does not answer. Try again.')
    }
  })
}

/**
 * One question at a time. Who comes while one is under way shares the next: its answer may be older than what an editor
 * has just done.
 */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<Answer> | undefined
  let next: Promise<Answer> | undefined
  const begin = () => {
    next = undefined
    running = ask().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return begin()
    next ??= running.then(begin, begin)
    return next
  }
}

/** The message of an error of the CMS, without the token. */
const reasonOf = (error: unknown, token: string) =>
  String(error instanceof Error ? error.message : error).replaceAll(token, '…')
