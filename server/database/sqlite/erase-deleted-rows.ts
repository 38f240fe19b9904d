import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** How long a checkpoint waits for other processes that read. */
const CHECKPOINT_TIMEOUT_MS = 3_000

/**
 * SQLite only: removes the text of deleted rows from the file and from its write-ahead log. `VACUUM` rewrites the whole
 * file: overwriting deleted rows (`secure_delete`) is not enough, because SQLite leaves copies when it moves a row to
 * another page. Temporary data stay in memory. Needs as much free disk space as the size of the file. The server keeps
 * running.
 */
export async function vacuumSqliteFile(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`pragma temp_store = memory`.execute(connection)
    await sql`vacuum`.execute(connection)
    await truncateWriteAheadLog(connection)
  })
}

/**
 * SQLite only: writes the write-ahead log into the file and empties it. Rejects if another process keeps reading from
 * it.
 */
export async function truncateWriteAheadLog(db: Database): Promise<void> {
  const deadline = performance.now() + CHECKPOINT_TIMEOUT_MS
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return
    if (performance.now() >= deadline) throw new Error('the write-ahead log is in use')
    await sleep(50)
  }
}
