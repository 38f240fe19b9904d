import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '#server/config.ts'
import { type GuestSession, guestLoginSchema } from '#server/contact/contract.ts'
import { mapDatabaseErrors } from '#server/contact/http/http-error.ts'
import { parseRequestBody } from '#server/contact/http/request-validation.ts'
import {
  countRequest,
  createRateLimitError,
  createRateLimits,
  findReachedLimit,
  type RateLimit,
} from '#server/contact/limits/rate-limit.ts'
import type { Database } from '#server/database/schema.ts'
import { verifyCaptcha } from './captcha-verifier.ts'
import { createSession, redeemCaptchaToken, requireSession, setSessionCookies } from './session-auth.ts'

/** Registers `POST /auth/guest` and `GET /auth/validate` (requirements §4, §7). */
export function registerGuestSessionRoutes(
  app: FastifyInstance,
  { db, config }: { db: Database; config: ServerConfig },
): void {
  /**
   * A login is counted for its address and network before the captcha is verified, and for all visitors after it: worthless
   * tokens use up the limits of their own network only. Invalid requests and requests from other sites are not counted,
   * so that they cannot use up a visitor's logins.
   */
  app.post('/auth/guest', async (request, reply): Promise<GuestSession> => {
    const { token } = parseRequestBody(guestLoginSchema, request.body)
    const loginLimits = createRateLimits(config.rateLimits, 'login', request)
    const verifiedLoginLimits = createRateLimits(config.rateLimits, 'verified login', request)
    await mapDatabaseErrors(() =>
      db.transaction().execute(async (tx) => {
        const reached = await findReachedLimit(tx, verifiedLoginLimits)
        if (reached) throw createRateLimitError(reached)
        await countLogin(tx, loginLimits)
      }),
    )
    await verifyCaptcha(config, token)
    const { id, secret, expiresAt } = await mapDatabaseErrors(() =>
      db.transaction().execute(async (tx) => {
        await redeemCaptchaToken(tx, token)
        const session = await createSession(tx, config.sessionLifetimeMs)
        await countLogin(tx, verifiedLoginLimits)
        return session
      }),
    )
    setSessionCookies(reply, {
      secret,
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
