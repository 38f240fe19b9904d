import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { lockDatabase } from '#tests/setup/database/lock-database.ts'

let file: string
let db: Database

beforeEach(async () => {
  file = join(await createTestFolder(), 'made', 'on', 'the', 'way', 'backend.sqlite')
  db = await openDatabase({ file })
})
afterEach(() => db.destroy())

test.each([
  ['journal_mode', 'wal'],
  ['synchronous', 2], // FULL
  ['foreign_keys', 1],
  ['secure_delete', 1],
])('%s is %s', async (pragma, value) => {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(pragma)}`.execute(db)
  expect(rows.flatMap((row) => Object.values(row))).toEqual([value])
})

test('throws the original error when SQLite rolls back itself', async () => {
  await sql`create trigger refuse before insert on rate begin select raise(rollback, 'refused'); end`.execute(db)
  const transaction = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('used_captcha').values({ token_hash: 'a', expires_at: 1 }).execute()
    await transaction.insertInto('rate').values({ key: 'a', count: 1, resets_at: 1 }).execute()
  })
  await expect(transaction).rejects.toMatchObject({ message: 'refused', errstr: 'constraint failed' })
  expect(await db.selectFrom('used_captcha').selectAll().execute()).toEqual([])
})

test('the files of the database can be read by their owner only, also with the umask 000 and wider rights before', async () => {
  const modes = () =>
    ['', '-wal', '-shm'].map((suffix) => (statSync(`${file}${suffix}`).mode & 0o777).toString(8)).join(' ')
  for (const suffix of ['', '-wal', '-shm']) await chmod(`${file}${suffix}`, 0o666)
  const again = await openDatabase({ file })
  expect(modes()).toBe('600 600 600')
  await again.destroy()
  await db.destroy()
  await chmod(file, 0o644)
  const script = `
    process.umask(0)
    const { openDatabase } = await import('#server/database/open-database.ts')
    const db = await openDatabase({ file: process.argv[1] })
    await db.insertInto('rate').values({ key: 'a', count: 1, resets_at: 1 }).execute()
    process.kill(process.pid, 'SIGKILL')`
  spawnSync(process.execPath, ['--input-type=module', '--eval', script, file], { stdio: 'inherit' })
  expect(modes()).toBe('600 600 600')
  db = await openDatabase({ file })
  expect(await db.selectFrom('rate').select('key').execute()).toHaveLength(1)
})

test('while another process holds the lock, a transaction waits before its work, which runs once', async () => {
  const lock = await lockDatabase(file)
  const execute = vi.spyOn(StatementSync.prototype, 'run')
  onTestFinished(() => execute.mockRestore())
  let runs = 0
  const writing = db.transaction().execute(async (transaction) => {
    runs += 1
    await transaction.insertInto('rate').values({ key: 'a', count: 1, resets_at: 1 }).execute()
  })
  await expect.poll(() => execute.mock.results.some(({ type }) => type === 'throw')).toBe(true) // BEGIN was refused
  expect(runs).toBe(0)
  await lock.release()
  await writing
  expect(runs).toBe(1)
  expect(await db.selectFrom('rate').select('key').execute()).toEqual([{ key: 'a' }])
})

test('a loop of queries lets timers run', async () => {
  let isDone = false
  setTimeout(() => {
    isDone = true
  }, 20)
  while (!isDone) await db.selectFrom('rate').select('key').execute()
})
