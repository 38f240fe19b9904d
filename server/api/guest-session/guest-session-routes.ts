import type { FastifyInstance } from 'fastify'
import { type GuestSession, guestLoginSchema } from '#server/api/contract.ts'
import { mapDatabaseErrors } from '#server/api/http/http-error.ts'
import { parseRequestBody } from '#server/api/http/request-validation.ts'
import { countRequest, createRateLimitError, findReachedLimit, type RateLimit } from '#server/api/limits/rate-limit.ts'
import { createLoginLimits } from '#server/api/limits/request-limits.ts'
import type { BackendConfig } from '#server/config.ts'
import type { Database } from '#server/database/schema.ts'
import { createCaptchaVerifier } from './captcha-verifier.ts'
import {
  createAntiForgeryToken,
  createSession,
  redeemCaptchaToken,
  requireSession,
  setSessionCookies,
} from './session-auth.ts'

/** Registers `POST /auth/guest` and `GET /auth/validate` (requirements §4, §7). */
export async function registerGuestSessionRoutes(
  app: FastifyInstance,
  { db, config }: { db: Database; config: BackendConfig },
) {
  const verifyCaptcha = createCaptchaVerifier(config)

  /**
   * A login is counted for its address and network before the captcha is verified, which limits guessing, and for all
   * visitors after it. Invalid requests and requests from other sites are not counted, so that they cannot use up a
   * visitor's logins.
   */
  app.post('/auth/guest', async (request, reply): Promise<GuestSession> => {
    const { token } = parseRequestBody(guestLoginSchema, request.body)
    const { clientLimits, sharedLimits } = createLoginLimits(config, request)
    await mapDatabaseErrors(() =>
      db.transaction().execute(async (tx) => {
        const reached = await findReachedLimit(tx, sharedLimits)
        if (reached) throw createRateLimitError(reached)
        await countLogin(tx, clientLimits)
      }),
    )
    await verifyCaptcha(token)
    const { id, secret, expiresAt } = await mapDatabaseErrors(() =>
      db.transaction().execute(async (tx) => {
        await redeemCaptchaToken(tx, token)
        await countLogin(tx, sharedLimits)
        return createSession(tx, config.sessionLifetimeMs)
      }),
    )
    setSessionCookies(reply, {
      secret,
      antiForgeryToken: createAntiForgeryToken(secret),
      lifetimeMs: config.sessionLifetimeMs,
      domain: config.cookieDomain,
      origin: config.isProduction ? undefined : request.headers.origin,
    })
    return { sessionId: id, expiresOn: new Date(expiresAt).toISOString() }
  })

  app.get('/auth/validate', async (request, reply) => {
    await requireSession(db, request)
    return reply.code(204).send()
  })
}

/** Counts a login for each limit. Throws `HttpError` 429 if it exceeds one, so that the transaction is rolled back. */
async function countLogin(db: Database, limits: readonly RateLimit[]): Promise<void> {
  const exceeded = await countRequest(db, limits)
  if (exceeded) throw createRateLimitError(exceeded)
}
