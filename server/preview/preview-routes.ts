import type { FastifyInstance } from 'fastify'
import { addDraftPages, type DraftPagesOptions } from './draft-pages.ts'
import { addEnterExitRoutes, type EnterExitOptions } from './enter-exit-routes.ts'
import { addGraphqlProxy, type GraphqlProxyOptions } from './graphql-proxy.ts'
import { createPreviewTokenSigner, requirePreviewSession } from './preview-session.ts'
import { addContentReportRoute, addPreviewStateRoute, type PreviewStateOptions } from './preview-state.ts'

/** What the web server needs to show drafts to editors. The functions hide Contentful from the routes. */
export interface PreviewOptions extends EnterExitOptions, GraphqlProxyOptions, PreviewStateOptions {}

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
