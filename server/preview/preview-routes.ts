import type { FastifyInstance } from 'fastify'
import { createReportPolicy } from '#server/http/security-policies.ts'
import { type PreviewState, previewApiPaths } from '#shared/preview-contract.ts'
import { getErrorMessage } from '#shared/user-error.ts'
import { addDraftPages, type DraftPagesOptions } from './draft-pages.ts'
import { addEnterExitRoutes, type EnterExitOptions } from './enter-exit-routes.ts'
import { addGraphqlProxy, type GraphqlProxyOptions } from './graphql-proxy.ts'
import {
  createGraphqlError,
  createPreviewTokenSigner,
  hasPreviewSession,
  requirePreviewSession,
  setPreviewHeaders,
  type TokenSigner,
} from './preview-session.ts'

/** What the web server needs to show drafts to editors. The functions hide Contentful from the routes. */
export interface PreviewOptions extends EnterExitOptions, GraphqlProxyOptions {
  readonly readState: () => Promise<PreviewState>
  /** Renders the content report as an HTML page. */
  readonly renderReport: () => Promise<string>
}

/**
 * Adds the editors' preview: routes to enter and exit, pages with drafts, the GraphQL proxy, the preview state and the
 * content report. The server needs the plugin @fastify/cookie.
 */
export function addPreviewRoutes(server: FastifyInstance, options: PreviewOptions & DraftPagesOptions): void {
  const tokens = createPreviewTokenSigner(options.secret)
  addEnterExitRoutes(server, tokens, options)
  addDraftPages(server, tokens, options)
  addContentReportRoute(server, tokens, options)
  server.register(async (session) => {
    requirePreviewSession(session, tokens)
    addGraphqlProxy(session, options)
    addPreviewStateRoute(session, options)
  })
}

/** Adds the route of the preview state: unpublished entries, refused redirects, the failure of the last rebuild. */
function addPreviewStateRoute(session: FastifyInstance, { readState, graphql }: PreviewOptions): void {
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
function addContentReportRoute(
  server: FastifyInstance,
  tokens: TokenSigner,
  { renderReport, editorOrigins, graphql }: PreviewOptions,
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

/** The error's message without the preview token, for the log. */
const redactToken = (error: unknown, token: string) => getErrorMessage(error).replaceAll(token, '…')
