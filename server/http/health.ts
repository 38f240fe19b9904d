import type { Database } from '#server/database/tables.ts'
import { withDatabase } from './database-trouble.ts'

interface Health {
  readonly status: 'ok'
  readonly outbox: {
    readonly waiting: number
    readonly dead: number
    /** s */
    readonly oldestWaiting: number | null
  }
}

/** For whoever watches the server. Throws `Refusal` (503) where the database does not answer. */
export async function health(db: Database): Promise<Health> {
  const rows = await withDatabase(() =>
    db
      .selectFrom('outbox')
      .select(({ fn }) => ['state', fn.countAll<number>().as('mails'), fn.min('queued_at').as('oldest')])
      .where('state', 'in', ['waiting', 'dead'])
      .groupBy('state')
      .execute(),
  )
  const waiting = rows.find(({ state }) => state === 'waiting')
  const dead = rows.find(({ state }) => state === 'dead')
  return {
    status: 'ok',
    outbox: {
      waiting: waiting?.mails ?? 0,
      dead: dead?.mails ?? 0,
      oldestWaiting: waiting ? Math.max(0, Math.floor((Date.now() - waiting.oldest) / 1000)) : null,
    },
  }
}
