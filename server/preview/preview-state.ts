import type { FastifyInstance } from 'fastify'
import { createCspHashSource } from '#server/web/security-headers.ts'
import { type PreviewState, previewApiPaths } from './contract.ts'
import type { GraphqlProxyOptions } from './graphql-proxy.ts'
import {
  createGraphqlError,
  getScheduledView,
  hasPreviewSession,
  type PreviewTokens,
  setPreviewHeaders,
} from './preview-session.ts'

/** The GraphQL token is removed from logged errors. */
export interface PreviewStateOptions extends Pick<GraphqlProxyOptions, 'graphql'> {
  readonly readState: () => Promise<PreviewState>
  /** Renders the content report as an HTML page. */
  readonly renderReport: () => Promise<string>
  readonly editorOrigins: readonly string[]
}

/** Adds the route of the preview state: unpublished entries, refused redirects, the failure of the last rebuild. */
export function addPreviewStateRoute(
  session: FastifyInstance,
  tokens: PreviewTokens,
  options: PreviewStateOptions,
): void {
  const { readState, graphql } = options
  const readSharedState = shareRunningCall(readState)

  session.get(previewApiPaths.state, async (request, reply) => {
    try {
      const state = await readSharedState()
      const view = getScheduledView(request, tokens)
      return view ? { ...state, asOf: view.at.toISOString() } : state
    } catch (error) {
      request.log.error({ reason: redactToken(error, graphql.token) }, 'unpublished entries cannot be listed')
      return reply.code(503).send(createGraphqlError('The unpublished entries cannot be read from the CMS.'))
    }
  })
}

/** Adds the content report. Without a session its path is an unknown one. */
export function addContentReportRoute(
  server: FastifyInstance,
  tokens: PreviewTokens,
  { renderReport, editorOrigins, graphql }: PreviewStateOptions,
): void {
  server.get(previewApiPaths.report, async (request, reply) => {
    if (!hasPreviewSession(request, tokens)) return reply.callNotFound()
    setPreviewHeaders(reply, editorOrigins)
    try {
      const page = await renderReport()
      setPreviewHeaders(reply, editorOrigins, createReportHeaders(page))
      return reply.type('text/html; charset=utf-8').send(page)
    } catch (error) {
      request.log.error({ reason: redactToken(error, graphql.token) }, 'content report cannot be made')
      return reply.code(503).type('text/plain').send('The report cannot be made: the CMS does not answer. Try again.')
    }
  })
}

/** The report has text, thumbnails and one style element, which is in front of everything that editors wrote; no scripts. */
function createReportHeaders(page: string) {
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

/**
 * Runs one call at a time. Callers that arrive during a call share the next one, because the running call may not see what
 * an editor has just changed.
 */
function shareRunningCall<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let next: Promise<Result> | undefined
  const start = () => {
    next = undefined
    running = call().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running.then(start, start)
    return next
  }
}

/** The error's message without the preview token. */
const redactToken = (error: unknown, token: string) =>
  String(error instanceof Error ? error.message : error).replaceAll(token, '…')
