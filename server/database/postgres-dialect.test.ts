import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { openDatabase } from './open-database.ts'
import type { Database } from './schema.ts'

test('replaces connections that the server closes', async () => {
  const url = await createPostgresDatabase()
  const db = await openDatabase({ url })
  const administrator = await openDatabase({ url })
  const { rows } = await sql`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(administrator)
  expect(rows).toEqual([{ ended: true }])
  await expect
    .poll(() => db.selectFrom('rate').selectAll().execute().catch(String)) // the client may not have noticed yet
    .toEqual([])
  await db.destroy()
  await administrator.destroy()
})

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
  await expect(duringQuery).rejects.toMatchObject({ code: '57P01' }) // terminated by an administrator

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

test('syncs commits to the disk', async () => {
  const db = await openDatabase({ url: await createPostgresDatabase() })
  for (const setting of ['fsync', 'synchronous_commit'])
    expect((await sql`select current_setting(${setting}) as value`.execute(db)).rows).toEqual([{ value: 'on' }])
  await db.destroy()
})
