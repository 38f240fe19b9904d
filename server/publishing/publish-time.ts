import type { Database } from '#server/database/schema.ts'
import { repeat } from '#server/process/repeat.ts'
import { getErrorMessage } from '#shared/user-error.ts'

export interface PublishTimeOptions {
  readonly db: Database
  /** Rejects while the database cannot be used; by default it can. */
  readonly whenReady?: () => Promise<void>
  /** Called for each publish that another server recorded. */
  readonly onPublish: () => void
  readonly log: (line: string) => void
  /** ms between two reads. */
  readonly intervalMs?: number
}

const ROW = 'site'

/** Shares the time of the last publish in one row of the database, and reads it every 5 s. */
export function sharePublishTime({ db, whenReady, onPublish, log, intervalMs = 5_000 }: PublishTimeOptions) {
  let lastSeen: number | undefined
  /** The time that this server recorded last, which a read can return before the write has ended. */
  let lastRecorded: number | undefined
  let isFailing = false

  async function read(): Promise<void> {
    await whenReady?.()
    const row = await db.selectFrom('publish_time').select('published_at').where('id', '=', ROW).executeTakeFirst()
    const publishedAt = row?.published_at ?? 0
    const isNew = lastSeen !== undefined && publishedAt !== lastSeen && publishedAt !== lastRecorded
    lastSeen = publishedAt
    if (isNew) onPublish()
    if (isFailing) log('The time of the last publish is read again.')
    isFailing = false
  }

  const reading = repeat(read, intervalMs, (error) => {
    if (!isFailing) log(`The time of the last publish cannot be read: ${getErrorMessage(error)}. Trying again.`)
    isFailing = true
  })
  return {
    /** Records a publish. Rejects when the other servers will not see it. */
    record: async () => {
      const published_at = Date.now()
      lastRecorded = published_at
      await db
        .insertInto('publish_time')
        .values({ id: ROW, published_at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ published_at }))
        .execute()
    },
    /** Ends the reads. */
    close: reading.stop,
  }
}
