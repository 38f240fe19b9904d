import { HttpError } from '#server/api/http/http-error.ts'
import type { Database } from '#server/database/schema.ts'
import { createSession, type NewSession, sha256 } from './session-store.ts'

/** ms after which every provider refuses a token by itself: 2 minutes of reCAPTCHA, 5 of Turnstile, and some more. */
const TOKEN_LIFETIME = 600_000

/** A session for a token that has passed the captcha's check; each token opens one. Throws `Refusal` for a second one. */
export function redeemCaptchaToken(db: Database, token: string, lifetime: number): Promise<NewSession> {
  return db.transaction().execute(async (transaction) => {
    const first = await transaction
      .insertInto('used_captcha')
      .values({ token_hash: sha256(token), expires_at: Date.now() + TOKEN_LIFETIME })
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .returning('token_hash')
      .executeTakeFirst()
    if (!first) throw new HttpError('captcha_refused', { reason: 'used before' })
    return createSession(transaction, lifetime)
  })
}
