import type { Database } from '#server/database/tables.ts'
import { Refusal } from '#server/http/problems.ts'

/** ms */
const WINDOW = 60_000

export interface Limit {
  /** What is counted, of whom. */
  readonly key: string
  /** The most within a minute. */
  readonly most: number
}

/**
 * Counts one, or throws `Refusal` (429) where that is too many. A window of a minute begins with the first. One
 * statement counts and reads, so that any number of servers on one database count together.
 */
export async function countOrRefuse(db: Database, { key, most }: Limit): Promise<void> {
  const now = Date.now()
  const { count, resets_at } = await db
    .insertInto('rate')
    .values({ key, count: 1, resets_at: now + WINDOW })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb, ref }) => {
        const isOver = eb('rate.resets_at', '<=', now)
        return {
          count: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('rate.count', '+', 1))
            .end(),
          resets_at: eb.case().when(isOver).then(ref('excluded.resets_at')).else(ref('rate.resets_at')).end(),
        }
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow()
  if (count > most) throw tooOften(Math.max(1, Math.ceil((resets_at - now) / 1000)))
}

function tooOften(seconds: number): Refusal {
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`
  return new Refusal('rate_limited', {
    message: `That was too often. Please wait ${wait} and try again.`,
    retryAfter: seconds,
  })
}

/** Whether the limit is reached, so that the next one would be too many. Counts nothing. */
export async function isReached(db: Database, { key, most }: Limit): Promise<boolean> {
  const window = await db
    .selectFrom('rate')
    .select('count')
    .where('key', '=', key)
    .where('resets_at', '>', Date.now())
    .executeTakeFirst()
  return window !== undefined && window.count >= most
}
