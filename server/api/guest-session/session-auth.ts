import type { FastifyRequest } from 'fastify'
import { apiHeaders } from '#server/api/contract.ts'
import { mapDatabaseErrors } from '#server/api/http/database-errors.ts'
import { HttpError } from '#server/api/http/http-error.ts'
import type { Database } from '#server/database/schema.ts'
import { isValidAntiForgeryToken } from './anti-forgery.ts'
import { getSessionSecret } from './session-cookies.ts'
import { findSessionId } from './session-store.ts'

/** The handle of the request's session. Throws `Refusal` (401) where there is none, or it has ended. */
export async function requireSession(db: Database, request: FastifyRequest): Promise<string> {
  const secret = getSessionSecret(request)
  const session = secret && (await mapDatabaseErrors(() => findSessionId(db, secret)))
  if (!session) throw new HttpError('no_session')
  return session
}

/** For what changes something: the page itself must have asked, with the token of this session (403). */
export async function requireSessionAndAntiForgeryToken(db: Database, request: FastifyRequest): Promise<string> {
  const session = await requireSession(db, request)
  const given = request.headers[apiHeaders.antiForgery.toLowerCase()]
  if (!isValidAntiForgeryToken(given, getSessionSecret(request) ?? '')) throw new HttpError('forged_token')
  return session
}
