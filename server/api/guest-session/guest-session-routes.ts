import type { FastifyInstance } from 'fastify'
import { type GuestSession, guestLoginSchema } from '#server/api/contract.ts'
import { mapDatabaseErrors } from '#server/api/http/http-error.ts'
import { parseRequestBody } from '#server/api/http/request-validation.ts'
import { countRequestInSteps, createRateLimitError } from '#server/api/limits/rate-limit.ts'
import { createLoginLimits } from '#server/api/limits/request-limits.ts'
import type { BackendConfig } from '#server/config.ts'
import type { Database } from '#server/database/schema.ts'
import { createCaptchaVerifier } from './captcha-verifier.ts'
import { createAntiForgeryToken, redeemCaptchaToken, requireSession, setSessionCookies } from './session-auth.ts'

/** Registers `POST /auth/guest` and `GET /auth/validate` (requirements §4, §7). */
export async function registerGuestSessionRoutes(
  app: FastifyInstance,
  { db, config }: { db: Database; config: BackendConfig },
) {
  const verifyCaptcha = createCaptchaVerifier(config)

  /**
   * A login is counted before the captcha is verified, which limits guessing. Invalid requests and requests from other
   * sites are not counted, so that they cannot use up a visitor's logins.
   */
  app.post('/auth/guest', async (request, reply): Promise<GuestSession> => {
    const { token } = parseRequestBody(guestLoginSchema, request.body)
    const limits = createLoginLimits(config, request)
    const exceeded = await mapDatabaseErrors(() => db.transaction().execute((tx) => countRequestInSteps(tx, limits)))
    if (exceeded) throw createRateLimitError(exceeded)
    await verifyCaptcha(token)
    const { id, secret, expiresAt } = await mapDatabaseErrors(() =>
      redeemCaptchaToken(db, token, config.sessionLifetimeMs),
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
