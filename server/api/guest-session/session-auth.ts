import type { FastifyRequest } from 'fastify'
import { apiHeaders } from '#server/api/contract.ts'
import { mapDatabaseErrors } from '#server/api/http/database-errors.ts'
import { HttpError } from '#server/api/http/http-error.ts'
import type { Database } from '#server/database/schema.ts'
import { isValidAntiForgeryToken } from './anti-forgery.ts'
import { getSessionSecret } from './session-cookies.ts'
import { findSessionId } from './session-store.ts'

/** Returns the id of the request's session. Throws `HttpError` 401 if there is none or it has expired. */
export async function requireSession(db: Database, request: FastifyRequest): Promise<string> {
  const secret = getSessionSecret(request)
  const sessionId = secret && (await mapDatabaseErrors(() => findSessionId(db, secret)))
  if (!sessionId) throw new HttpError('no_session')
  return sessionId
}

/** Like `requireSession`, for requests that change data: throws `HttpError` 403 without the anti-forgery token of the session. */
export async function requireSessionAndAntiForgeryToken(db: Database, request: FastifyRequest): Promise<string> {
  const sessionId = await requireSession(db, request)
  const token = request.headers[apiHeaders.antiForgery.toLowerCase()]
  if (!isValidAntiForgeryToken(token, getSessionSecret(request) ?? '')) throw new HttpError('forged_token')
  return sessionId
}
