import type { FastifyInstance } from 'fastify'
import type { BackendConfig } from '#server/config.ts'
import { type GuestSession, guestLogin } from '#server/contract.ts'
import type { Database } from '#server/database/tables.ts'
import { antiForgeryToken } from '#server/http/anti-forgery.ts'
import { setSessionCookies } from '#server/http/cookies.ts'
import { withDatabase } from '#server/http/database-trouble.ts'
import { bodyOf } from '#server/http/json-body.ts'
import { countInSteps, rateLimited } from '#server/limits/rate-limit.ts'
import { loginLimits } from '#server/limits/request-limits.ts'
import { sessionOf } from './authenticate.ts'
import { captchaCheck } from './captcha.ts'
import { loginOnce } from './login.ts'

/** The guest session of the specification (§4, §7). */
export async function guestRoutes(app: FastifyInstance, { db, config }: { db: Database; config: BackendConfig }) {
  const check = captchaCheck(config)

  /**
   * A login counts before the captcha is asked, so that guessing has an end. One with a malformed body, or from another
   * site's page, does not: it costs nothing, and nobody can use up a visitor's logins with it.
   */
  app.post('/auth/guest', async (request, reply): Promise<GuestSession> => {
    const { token } = bodyOf(guestLogin, request.body)
    const limits = loginLimits(config, request)
    const exceeded = await withDatabase(() => db.transaction().execute((tx) => countInSteps(tx, limits)))
    if (exceeded) throw rateLimited(exceeded)
    await check(token)
    const { id, secret, expiresAt } = await withDatabase(() => loginOnce(db, token, config.sessionLifetime))
    setSessionCookies(reply, {
      secret,
      antiForgeryToken: antiForgeryToken(secret),
      lifetime: config.sessionLifetime,
      domain: config.cookieDomain,
      origin: config.isProduction ? undefined : request.headers.origin,
    })
    return { sessionId: id, expiresOn: new Date(expiresAt).toISOString() }
  })

  app.get('/auth/validate', async (request, reply) => {
    await sessionOf(db, request)
    return reply.code(204).send()
  })
}
