import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { UserError } from '#shared/user-error.ts'
import { addDraftPages, type DraftPagesOptions } from './draft-pages.ts'
import { addEnterExitRoutes } from './enter-exit-routes.ts'
import { addGraphqlProxy } from './graphql-proxy.ts'
import type { PreviewOptions } from './preview-options.ts'
import { requirePreviewSession } from './preview-session.ts'
import { addContentReportRoute, addPreviewStateRoute } from './preview-state.ts'
import { createPreviewTokens } from './tickets.ts'

/** Shows pages with drafts to who came with the secret. Throws `UserError`. */
export function addPreviewRoutes(server: FastifyInstance, options: PreviewOptions & DraftPagesOptions): void {
  if (options.secret.length < SHORTEST_SECRET)
    throw new UserError(`PREVIEW_SECRET: must be at least ${SHORTEST_SECRET} characters, without spaces`)
  const tickets = createPreviewTokens(options.secret)
  server.register(cookie)
  addEnterExitRoutes(server, tickets, options)
  addDraftPages(server, tickets, options)
  addContentReportRoute(server, tickets, options)
  server.register(async (session) => {
    requirePreviewSession(session, tickets)
    addGraphqlProxy(session, options)
    addPreviewStateRoute(session, options)
  })
}

const SHORTEST_SECRET = 16
