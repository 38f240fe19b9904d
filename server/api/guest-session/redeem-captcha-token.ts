import { HttpError } from '#server/api/http/http-error.ts'
import type { Database } from '#server/database/schema.ts'
import { createSession, type NewSession, sha256 } from './session-store.ts'

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
