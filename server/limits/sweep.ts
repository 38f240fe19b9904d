import type { Database } from '#server/database/tables.ts'

/** Rows of each table that a sweep takes away at most: more than a login adds, and little work. */
const AT_ONCE = 20

/** Takes away what has ended: sessions, captcha tokens that nobody accepts any more, closed windows of the limits. */
export async function sweep(db: Database): Promise<void> {
  const now = Date.now()
  const sessions = db.selectFrom('session').select('id').where('expires_at', '<=', now).limit(AT_ONCE)
  await db.deleteFrom('session').where('id', 'in', sessions).execute()
  const tokens = db.selectFrom('used_captcha').select('token_hash').where('expires_at', '<=', now).limit(AT_ONCE)
  await db.deleteFrom('used_captcha').where('token_hash', 'in', tokens).execute()
  await sweepRates(db, now)
}

/** One by one: a message counts twice in one transaction, and whoever locks several rows in another order blocks it. */
async function sweepRates(db: Database, now: number): Promise<void> {
  const closed = await db.selectFrom('rate').select('key').where('resets_at', '<=', now).limit(AT_ONCE).execute()
  for (const { key } of closed) {
    await db.deleteFrom('rate').where('key', '=', key).where('resets_at', '<=', now).execute()
  }
}
