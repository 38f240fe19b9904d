import type { FastifyInstance } from 'fastify'
import { createReportPolicy } from '#server/http/security-policies.ts'
import { type PreviewState, previewApiPaths } from '#shared/preview-contract.ts'
import { getErrorMessage } from '#shared/user-error.ts'
import type { GraphqlProxyOptions } from './graphql-proxy.ts'
import { createGraphqlError, hasPreviewSession, setPreviewHeaders, type TokenSigner } from './preview-session.ts'

/** The GraphQL token is removed from logged errors. */
export interface PreviewStateOptions extends Pick<GraphqlProxyOptions, 'graphql'> {
  readonly readState: () => Promise<PreviewState>
  /** Renders the content report as an HTML page. */
  readonly renderReport: () => Promise<string>
  readonly editorOrigins: readonly string[]
}

/** Adds the route of the preview state: unpublished entries, refused redirects, the failure of the last rebuild. */
export function addPreviewStateRoute(session: FastifyInstance, { readState, graphql }: PreviewStateOptions): void {
  session.get(previewApiPaths.state, async (request, reply) => {
    try {
      return await readState()
    } catch (error) {
      request.log.error({ reason: redactToken(error, graphql.token) }, 'unpublished entries cannot be listed')
      return reply.code(503).send(createGraphqlError('The unpublished entries cannot be read from the CMS.'))
    }
  })
}

/** Adds the content report. Without a session its path is an unknown one. */
export function addContentReportRoute(
  server: FastifyInstance,
  tokens: TokenSigner,
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
      return reply
        .code(503)
        .type('text/plain')
        .send('The content report cannot be made: the CMS does not answer. Try again.')
    }
  })
}

/** The one style element of the report is in front of everything that editors wrote. */
function createReportHeaders(page: string) {
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? []
  return { 'content-security-policy': createReportPolicy(style) }
}

/** The error's message without the preview token. */
const redactToken = (error: unknown, token: string) => getErrorMessage(error).replaceAll(token, '…')
