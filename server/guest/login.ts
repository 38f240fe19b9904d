import type { Database } from '#server/database/tables.ts'
import { Refusal } from '#server/http/problems.ts'
import { type NewSession, openSession, sha256 } from './sessions.ts'

/** ms after which every provider refuses a token by itself: 2 minutes of reCAPTCHA, 5 of Turnstile, and some more. */
const TOKEN_LIFETIME = 600_000

/** A session for a token that has passed the captcha's check; each token opens one. Throws `Refusal` for a second one. */
export function loginOnce(db: Database, token: string, lifetime: number): Promise<NewSession> {
  return db.transaction().execute(async (transaction) => {
    const first = await transaction
      .insertInto('used_captcha')
      .values({ token_hash: sha256(token), expires_at: Date.now() + TOKEN_LIFETIME })
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .returning('token_hash')
      .executeTakeFirst()
    if (!first) throw new Refusal('captcha_refused', { reason: 'used before' })
    return openSession(transaction, lifetime)
  })
}
