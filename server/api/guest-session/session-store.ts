import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '#server/database/schema.ts'

export interface NewSession {
  /** The public handle. */
  readonly id: string
  /** For the visitor's cookie alone: the database has its hash. */
  readonly secret: string
  /** ms since 1970 */
  readonly expiresAt: number
}

/** A session that begins now. One that the visitor has already stays until it ends: a message may be on its way with it. */
export async function createSession(db: Database, lifetime: number): Promise<NewSession> {
  const now = Date.now()
  const session = { id: randomUUID(), secret: randomBytes(32).toString('base64url'), expiresAt: now + lifetime }
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

/** The public handle of the session with this secret, where there is one and it has not ended. */
export async function findSessionId(db: Database, secret: string): Promise<string | undefined> {
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('secret_hash', '=', sha256(secret))
    .where('expires_at', '>', Date.now())
    .executeTakeFirst()
  return session?.id
}

/** Hex. Secrets of 256 random bits need no salt and no slow hash. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
