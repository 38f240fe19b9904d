import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { UserError } from '#shared/user-error.ts'
import { type DraftPagesOptions, draftPages } from './draft-pages.ts'
import { draftQuestions } from './draft-questions.ts'
import { healthReport, stateOfDrafts } from './editor-news.ts'
import { enterAndLeave } from './enter-and-leave.ts'
import type { PreviewOptions } from './preview-options.ts'
import { forSession } from './preview-session.ts'
import { previewTickets } from './tickets.ts'

/** Shows pages with drafts to who came with the secret. Throws `UserError`. */
export function showDrafts(server: FastifyInstance, options: PreviewOptions & DraftPagesOptions): void {
  if (options.secret.length < SHORTEST_SECRET)
    throw new UserError(`PREVIEW_SECRET: must be at least ${SHORTEST_SECRET} characters, without spaces`)
  const tickets = previewTickets(options.secret)
  server.register(cookie)
  enterAndLeave(server, tickets, options)
  draftPages(server, tickets, options)
  healthReport(server, tickets, options)
  server.register(async (session) => {
    forSession(session, tickets)
    draftQuestions(session, options)
    stateOfDrafts(session, options)
  })
}

const SHORTEST_SECRET = 16
