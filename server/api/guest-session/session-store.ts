import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { HttpError } from '#server/api/http/http-error.ts'
import type { Database } from '#server/database/schema.ts'

/** A guest session that has just been created. */
export interface NewSession {
  /** Public id. */
  readonly id: string
  /** For the visitor's cookie. The database contains only its hash. */
  readonly secret: string
  /** ms since 1970 */
  readonly expiresAt: number
}

/**
 * Creates a session. Earlier sessions of the visitor stay valid, because a message may be in transit with one of them.
 */
async function createSession(db: Database, lifetimeMs: number): Promise<NewSession> {
  const now = Date.now()
  const session = { id: randomUUID(), secret: randomBytes(32).toString('base64url'), expiresAt: now + lifetimeMs }
  await db
    .insertInto('session')
    .values({
      id: session.id,
      secret_hash: sha256(session.secret),
      created_at: now,
      expires_at: session.expiresAt,
    })
    .execute()
  return session
}

/** Returns the id of the session with this secret, or `undefined` if there is none or it has expired. */
export async function findSessionId(db: Database, secret: string): Promise<string | undefined> {
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

/** Creates a session for a verified captcha token. Throws `HttpError` 403 if the token has been used before. */
export function redeemCaptchaToken(db: Database, token: string, lifetimeMs: number): Promise<NewSession> {
  return db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('used_captcha')
      .values({ token_hash: sha256(token), expires_at: Date.now() + TOKEN_LIFETIME_MS })
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .returning('token_hash')
      .executeTakeFirst()
    if (!inserted) throw new HttpError('captcha_refused', { reason: 'token used before' })
    return createSession(transaction, lifetimeMs)
  })
}
