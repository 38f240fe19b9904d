import type { FastifyRequest } from 'fastify'
import { header } from '#server/contract.ts'
import type { Database } from '#server/database/tables.ts'
import { isAntiForgeryToken } from '#server/http/anti-forgery.ts'
import { sessionSecretOf } from '#server/http/cookies.ts'
import { withDatabase } from '#server/http/database-trouble.ts'
import { Refusal } from '#server/http/problems.ts'
import { findSession } from './sessions.ts'

/** The handle of the request's session. Throws `Refusal` (401) where there is none, or it has ended. */
export async function sessionOf(db: Database, request: FastifyRequest): Promise<string> {
  const secret = sessionSecretOf(request)
  const session = secret && (await withDatabase(() => findSession(db, secret)))
  if (!session) throw new Refusal('no_session')
  return session
}

/** For what changes something: the page itself must have asked, with the token of this session (403). */
export async function sessionThatAsked(db: Database, request: FastifyRequest): Promise<string> {
  const session = await sessionOf(db, request)
  const given = request.headers[header.antiForgery.toLowerCase()]
  if (!isAntiForgeryToken(given, sessionSecretOf(request) ?? '')) throw new Refusal('forged_token')
  return session
}
