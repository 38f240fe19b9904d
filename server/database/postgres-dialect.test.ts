import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { openDatabase } from './open-database.ts'
import type { Database } from './schema.ts'

test('rejects a transaction whose connection the server closes, and opens another connection for the next one', async () => {
  const url = await createPostgresDatabase()
  const db = await openDatabase({ url })
  const administrator = await openDatabase({ url })
  const terminate = (pid: number | undefined) => sql`select pg_terminate_backend(${pid})`.execute(administrator)
  const pidOf = async (transaction: Database) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    return rows[0]?.pid
  }

  const duringQuery = db.transaction().execute(async (transaction) => {
    const pid = await pidOf(transaction)
    const sleeping = sql`select pg_sleep(60)`.execute(transaction)
    await Promise.all([sleeping, terminate(pid)])
  })
  await expect(duringQuery).rejects.toThrow(/connection/i)

  const betweenQueries = db.transaction().execute(async (transaction) => {
    await terminate(await pidOf(transaction))
    await expect.poll(() => pidOf(transaction).catch(() => 'gone')).toBe('gone')
    await transaction.selectFrom('rate').selectAll().execute()
  })
  await expect(betweenQueries).rejects.toThrow(/connection|ECONNRESET/i)

  expect(await db.transaction().execute((transaction) => transaction.selectFrom('rate').selectAll().execute())).toEqual(
    [],
  )
  await db.destroy()
  await administrator.destroy()
})
