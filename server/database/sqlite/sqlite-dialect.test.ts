import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { lockDatabase } from '#tests/setup/database/lock-database.ts'
import { createTestFolder } from '#tests/setup/process/test-folder.ts'
import { isSqliteBusy } from './sqlite-error.ts'

let folder: string
let file: string
let db: Database

beforeEach(async () => {
  folder = await createTestFolder()
  file = join(folder, 'made', 'on', 'the', 'way', 'backend.sqlite')
  db = await openDatabase({ file })
})
afterEach(() => db.destroy())

test.each([
  ['journal_mode', 'wal'],
  ['synchronous', 2], // FULL
  ['foreign_keys', 1],
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

describe('the files of the database', () => {
  const modes = () =>
    ['', '-wal', '-shm'].map((suffix) => (statSync(`${file}${suffix}`).mode & 0o777).toString(8)).join(' ')

  test.each(['000', '777'])('can be read by their owner only, with the umask %s', async (umask) => {
    const script = `
      process.umask(0o${umask})
      const { openDatabase } = await import('#server/database/open-database.ts')
      const file = ${JSON.stringify(join(folder, umask, 'backend.sqlite'))}
      const db = await openDatabase({ file })
      await db.insertInto('rate').values({ key: 'a', count: 1, resets_at: 1 }).execute()
      const { statSync } = await import('node:fs')
      console.log(['', '-wal', '-shm'].map((suffix) => (statSync(file + suffix).mode & 0o777).toString(8)).join(' '))
      await db.destroy()`
    await mkdir(join(folder, umask))
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    await once(child, 'exit')
    expect(await output).toEqual(['600 600 600\n', ''])
  })

  test('lose wider access rights when the database is opened', async () => {
    for (const suffix of ['', '-wal', '-shm']) await chmod(`${file}${suffix}`, 0o666)
    const again = await openDatabase({ file })
    expect(modes()).toBe('600 600 600')
    await again.destroy()
    await db.destroy()
    await chmod(file, 0o644)
    db = await openDatabase({ file })
    await db.insertInto('rate').values({ key: 'a', count: 1, resets_at: 1 }).execute()
    expect(modes()).toBe('600 600 600')
  })
})

const row = (key: string) => ({ key, count: 1, resets_at: 1 })
const keys = async () => (await db.selectFrom('rate').select('key').execute()).map(({ key }) => key)

describe('while another process holds the lock', () => {
  test('a transaction waits before its work, which runs once', async () => {
    const lock = await lockDatabase(file)
    let runs = 0
    const writing = db.transaction().execute(async (transaction) => {
      runs += 1
      await transaction.insertInto('rate').values(row('a')).execute()
    })
    await pause(300)
    expect(runs).toBe(0)
    await lock.release()
    await writing
    expect([runs, await keys()]).toEqual([1, ['a']])
  })

  test('writes that wait fail together after 5 seconds, and reads go on', async () => {
    const lock = await lockDatabase(file)
    const startedAt = performance.now()
    const write = (key: string) =>
      db
        .insertInto('rate')
        .values(row(key))
        .execute()
        .catch((error: unknown) => error)
    const errors = await Promise.all(['a', 'b', 'c'].map(write))
    expect(performance.now() - startedAt).toBeGreaterThan(4_900)
    expect(performance.now() - startedAt).toBeLessThan(9_000)
    expect(errors.map(isSqliteBusy)).toEqual([true, true, true])
    expect(await keys()).toEqual([])
    await lock.release()
    await db.insertInto('rate').values(row('a')).execute()
    expect(await keys()).toEqual(['a'])
  })
})

test('a loop of queries lets timers run', async () => {
  let isDone = false
  setTimeout(() => {
    isDone = true
  }, 20)
  while (!isDone) await keys()
  expect(isDone).toBe(true)
})
