import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { UserError } from '#shared/user-error.ts'
import { addDraftPages, type DraftPagesOptions } from './draft-pages.ts'
import { addEnterExitRoutes, type EnterExitOptions } from './enter-exit-routes.ts'
import { addGraphqlProxy, type GraphqlProxyOptions } from './graphql-proxy.ts'
import { createPreviewTokens, requirePreviewSession } from './preview-session.ts'
import { addContentReportRoute, addPreviewStateRoute, type PreviewStateOptions } from './preview-state.ts'

/** What the web server needs to show drafts to editors. The functions hide Contentful from the routes. */
export interface PreviewOptions extends EnterExitOptions, GraphqlProxyOptions, PreviewStateOptions {}

const MIN_SECRET_LENGTH = 16

/**
 * Adds the editors' preview: routes to enter and exit, pages with drafts, the GraphQL proxy, the preview state and the
 * content report. Throws `UserError` when the secret is too short.
 */
export function addPreviewRoutes(server: FastifyInstance, options: PreviewOptions & DraftPagesOptions): void {
  if (options.secret.length < MIN_SECRET_LENGTH)
    throw new UserError(`PREVIEW_SECRET: must be at least ${MIN_SECRET_LENGTH} characters, without spaces`)
  const tokens = createPreviewTokens(options.secret)
  server.register(cookie)
  addEnterExitRoutes(server, tokens, options)
  addDraftPages(server, tokens, options)
  addContentReportRoute(server, tokens, options)
  server.register(async (session) => {
    requirePreviewSession(session, tokens)
    addGraphqlProxy(session, tokens, options)
    addPreviewStateRoute(session, tokens, options)
  })
}
