import type { FastifyInstance } from 'fastify'
import { createCspHashSource } from '#server/web/security-headers.ts'
import { previewApiPaths } from './contract.ts'
import { setPreviewHeaders } from './editors-frames.ts'
import { hasPreviewSession } from './preview-cookie.ts'
import type { PreviewOptions } from './preview-options.ts'
import { createGraphqlError } from './preview-session.ts'
import type { PreviewTokens } from './tickets.ts'

/** What an editor is told beside the page. */
export function addPreviewStateRoute(session: FastifyInstance, { readState, graphql }: PreviewOptions): void {
  const current = shared(readState)

  session.get(previewApiPaths.state, async (request, reply) => {
    try {
      return await current()
    } catch (error) {
      request.log.error({ reason: reasonOf(error, graphql.token) }, 'unpublished entries cannot be listed')
      return reply.code(503).send(createGraphqlError('The CMS does not say what is not published yet.'))
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
      `style-src ${createCspHashSource(style)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
  }
}

/** The health report. Whoever is no editor does not learn that there is one. */
export function addContentReportRoute(server: FastifyInstance, tickets: PreviewTokens, options: PreviewOptions): void {
  const { renderReport, editorOrigins, graphql } = options

  server.get(previewApiPaths.report, async (request, reply) => {
    if (!hasPreviewSession(request, tickets)) return reply.callNotFound()
    setPreviewHeaders(reply, editorOrigins)
    try {
      const page = await renderReport()
      setPreviewHeaders(reply, editorOrigins, reportHeaders(page))
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
