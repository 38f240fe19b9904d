import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** ms that a checkpoint waits for other processes that read. */
const CHECKPOINT_TIMEOUT = 3_000

/**
 * SQLite only: removes the text of deleted rows from the file and from its write-ahead log. `VACUUM` writes the whole file
 * anew, because zeroing deleted rows (`secure_delete`) leaves the copies that SQLite makes when it moves a row to another
 * page. Temporary data stay in memory. Needs as much free disk space as the file has bytes; the server goes on meanwhile.
 */
export async function vacuumSqliteFile(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`pragma temp_store = memory`.execute(connection)
    await sql`vacuum`.execute(connection)
    await truncateWriteAheadLog(connection)
  })
}

/** SQLite only: writes the log into the file and empties it. Rejects when another process keeps reading from the log. */
export async function truncateWriteAheadLog(db: Database): Promise<void> {
  const deadline = performance.now() + CHECKPOINT_TIMEOUT
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return
    if (performance.now() >= deadline) throw new Error('the write-ahead log is in use')
    await pause(50)
  }
}
