import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newPostgresDatabase } from '#tests/setup/new-postgres-database.ts'
import { openDatabase } from './open.ts'

test('connections that the server closes are replaced', async () => {
  const url = await newPostgresDatabase()
  const db = await openDatabase({ url })
  const administrator = await openDatabase({ url })
  const { rows } = await sql`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(administrator)
  expect(rows).toEqual([{ ended: true }])
  await expect
    .poll(() => db.selectFrom('rate').selectAll().execute().catch(String)) // the end may still be on its way
    .toEqual([])
  await db.destroy()
  await administrator.destroy()
})

test('what is acknowledged is on the disk', async () => {
  const db = await openDatabase({ url: await newPostgresDatabase() })
  for (const setting of ['fsync', 'synchronous_commit'])
    expect((await sql`select current_setting(${setting}) as value`.execute(db)).rows).toEqual([{ value: 'on' }])
  await db.destroy()
})
