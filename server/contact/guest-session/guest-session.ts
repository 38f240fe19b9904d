import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerConfig } from '#server/config/server-config.ts'
import { HttpError } from '#server/contact/http/http-error.ts'
import {
  countRequest,
  createRateLimitError,
  createRateLimits,
  type ExceededLimit,
  findReachedLimit,
  takeFromBuckets,
} from '#server/contact/limits/rate-limit.ts'
import type { Database } from '#server/database/schema.ts'
import { ANTI_FORGERY_COOKIE } from '#shared/constants.ts'
import { apiHeaders, type GuestLogin, type GuestSession, guestLoginSchema } from '#shared/contact-contract.ts'
import { verifyCaptcha } from './captcha-verifier.ts'

/** Registers `POST /auth/guest` and `GET /auth/validate` (requirements §4, §7). */
export function registerGuestSessionRoutes(
  app: FastifyInstance,
  { db, config }: { db: Database; config: ServerConfig },
): void {
  /**
   * A login takes from the buckets of its address and network before the captcha is verified: they limit how often the
   * provider is asked, and refill within seconds. It is counted after it: worthless tokens use up no other limit. Invalid
   * requests and requests from other sites are not counted, so that they cannot use up a visitor's logins.
   */
  const schema = { body: guestLoginSchema }
  app.post<{ Body: GuestLogin }>('/auth/guest', { schema }, async (request, reply): Promise<GuestSession> => {
    const { token } = request.body
    const loginLimits = createRateLimits(config.rateLimits, ['login'], request)
    const verifiedLoginLimits = createRateLimits(config.rateLimits, ['verified login'], request)
    await db.transaction().execute(async (tx) => {
      rejectExceeded(await findReachedLimit(tx, verifiedLoginLimits))
      rejectExceeded(await takeFromBuckets(tx, loginLimits))
    })
    await verifyCaptcha(config, token)
    const { id, secret, expiresAt } = await db.transaction().execute(async (tx) => {
      await redeemCaptchaToken(tx, token)
      const session = await createSession(tx, config.sessionLifetimeMs)
      rejectExceeded(await countRequest(tx, verifiedLoginLimits))
      return session
    })
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

/** Throws `HttpError` 429 for a limit that a login exceeds, so that the transaction is rolled back. */
function rejectExceeded(limit: ExceededLimit | undefined): void {
  if (limit) throw createRateLimitError(limit)
}

/** Browsers accept a `__Host-` cookie only with Secure, Path=/ and no Domain, so no other host can set it. */
const SESSION_COOKIE = '__Host-session'

/** For WebKit, which does not store Secure cookies from http://127.0.0.1 and http://localhost. */
const LOOPBACK_SESSION_COOKIE = 'session'

const LOOPBACK_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/

interface SessionCookies {
  readonly secret: string
  readonly lifetimeMs: number
  /** Domain of the anti-forgery cookie, if the pages are on a static host. */
  readonly domain: string | undefined
  /** Origin of the page, for loopback pages in development. */
  readonly origin: string | undefined
}

/** Sets the session cookie, which scripts cannot read, and the anti-forgery cookie, which they can. */
function setSessionCookies(reply: FastifyReply, cookies: SessionCookies): void {
  const { secret, lifetimeMs, domain, origin = '' } = cookies
  const isLoopback = !domain && LOOPBACK_ORIGIN.test(origin)
  const attributes = { path: '/', secure: true, sameSite: 'strict', maxAge: Math.floor(lifetimeMs / 1000) } as const
  const loopbackAttributes = { ...attributes, secure: !isLoopback }
  reply.setCookie(SESSION_COOKIE, secret, { ...attributes, httpOnly: true })
  reply.setCookie(ANTI_FORGERY_COOKIE, createAntiForgeryToken(secret), {
    ...loopbackAttributes,
    ...(domain && { domain }),
  })
  if (isLoopback) reply.setCookie(LOOPBACK_SESSION_COOKIE, secret, { ...loopbackAttributes, httpOnly: true })
}

/** The session secret of the request's cookie. */
const getSessionSecret = ({ cookies }: FastifyRequest): string | undefined => cookies[SESSION_COOKIE]

/**
 * `onRequest` hook: uses the cookie for loopback pages if the `__Host-` cookie is missing. Not for production: another
 * host of the domain could set that cookie.
 */
export async function acceptLoopbackSessionCookie({ cookies }: FastifyRequest): Promise<void> {
  cookies[SESSION_COOKIE] ??= cookies[LOOPBACK_SESSION_COOKIE]
}

/** An HMAC with the session secret, so that it needs neither storage nor another key. */
const createAntiForgeryToken = (secret: string): string =>
  createHmac('sha256', secret).update('anti-forgery').digest('base64url')

/** Returns the id of the request's session. Throws `HttpError` 401 if there is none or it has expired. */
async function requireSession(db: Database, request: FastifyRequest): Promise<string> {
  const secret = getSessionSecret(request)
  const sessionId = secret && (await findSessionId(db, secret))
  if (!sessionId) throw new HttpError('no_session')
  return sessionId
}

/** Like `requireSession`; throws `HttpError` 403 without the anti-forgery token of the session. */
export async function requireSessionAndAntiForgeryToken(db: Database, request: FastifyRequest): Promise<string> {
  const sessionId = await requireSession(db, request)
  const token = Buffer.from(String(request.headers[apiHeaders.antiForgery.toLowerCase()]))
  const expected = Buffer.from(createAntiForgeryToken(getSessionSecret(request) ?? '')) // its length is no secret
  if (token.length !== expected.length || !timingSafeEqual(token, expected)) throw new HttpError('forged_token')
  return sessionId
}

/**
 * Creates a session with a public id, and a secret for the visitor's cookie, of which the database contains only the hash.
 * Earlier sessions of the visitor stay valid, because a message may be in transit with one of them.
 */
async function createSession(db: Database, lifetimeMs: number) {
  const now = Date.now()
  const session = { id: randomUUID(), secret: randomBytes(32).toString('base64url'), expiresAt: now + lifetimeMs }
  const { id, secret, expiresAt } = session
  await db
    .insertInto('session')
    .values({ id, secret_hash: sha256(secret), created_at: now, expires_at: expiresAt })
    .execute()
  return session
}

/** Returns the id of the session with this secret, or `undefined` if there is none or it has expired. */
async function findSessionId(db: Database, secret: string): Promise<string | undefined> {
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('secret_hash', '=', sha256(secret))
    .where('expires_at', '>', Date.now())
    .executeTakeFirst()
  return session?.id
}

/** Hex digest. Secrets of 256 random bits need neither a salt nor a slow hash. */
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Providers reject older tokens themselves: reCAPTCHA after 2 minutes, Turnstile after 5. */
const TOKEN_LIFETIME_MS = 600_000

/** Marks a verified captcha token as used. Throws `HttpError` 403 if it has been used before. */
async function redeemCaptchaToken(db: Database, token: string): Promise<void> {
  const inserted = await db
    .insertInto('used_captcha')
    .values({ token_hash: sha256(token), expires_at: Date.now() + TOKEN_LIFETIME_MS })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  if (!inserted) throw new HttpError('captcha_refused', { reason: 'token used before' })
}
