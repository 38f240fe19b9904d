import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { lockDatabase } from '#tests/setup/database/lock-database.ts'
import { isSqliteBusy } from './sqlite-error.ts'

let folder: string
let file: string
let db: Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-'))
  file = join(folder, 'made', 'on', 'the', 'way', 'backend.sqlite')
  db = await openDatabase({ file })
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

test.each([
  ['journal_mode', 'wal'],
  ['synchronous', 2], // FULL
  ['foreign_keys', 1],
  ['busy_timeout', 5_000],
])('%s is %s', async (pragma, value) => {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(pragma)}`.execute(db)
  expect(rows.flatMap((row) => Object.values(row))).toEqual([value])
})

test('a transaction locks the database at its start', async () => {
  const other = new DatabaseSync(file)
  await db.transaction().execute(async () => {
    expect(() => other.exec('begin immediate')).toThrow('database is locked')
  })
  other.exec('begin immediate; rollback')
  other.close()
})

test('a read-only transaction does not block writers, and reads a snapshot', async () => {
  const rates = (from: Database) => from.selectFrom('rate').select('key').execute()
  const other = new DatabaseSync(file)
  await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (reading) => {
      expect(await rates(reading)).toEqual([])
      other.exec(`insert into rate values ('a', 1, 1)`)
      expect(await rates(reading)).toEqual([])
    })
  expect(await rates(db)).toEqual([{ key: 'a' }])
  other.close()
})

test('rejects a write if another process holds the lock for more than 5 seconds', async () => {
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const row = { key: 'a', count: 1, resets_at: 1 }
  await expect(db.insertInto('rate').values(row).execute()).rejects.toThrow('database is locked')
  other.exec('rollback')
  other.close()
  await db.insertInto('rate').values(row).execute()
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

test('streams rows', async () => {
  await db
    .insertInto('rate')
    .values(['a', 'b'].map((key) => ({ key, count: 1, resets_at: 1 })))
    .execute()
  const keys: string[] = []
  for await (const { key } of db.selectFrom('rate').select('key').orderBy('key').stream()) keys.push(key)
  expect(keys).toEqual(['a', 'b'])
})

test('rejects a value of an unsupported type', async () => {
  const flag: unknown = true
  await expect(sql`select ${flag}`.execute(db)).rejects.toThrow('SQLite does not support values of type boolean')
})

describe('the files of the database', () => {
  const modes = () =>
    ['', '-wal', '-shm'].map((suffix) => (statSync(`${file}${suffix}`).mode & 0o777).toString(8)).join(' ')

  test.each(['000', '022', '077', '777'])('can be read by their owner only, with the umask %s', async (umask) => {
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

describe('the SQLite thread', () => {
  const row = (key: string) => ({ key, count: 1, resets_at: 1 })
  const keys = async () => (await db.selectFrom('rate').select('key').execute()).map(({ key }) => key)

  /** Opens the database and returns its thread. */
  async function openWithThread() {
    const started = once(process, 'worker').then(([worker]: Worker[]) => worker)
    const database = await openDatabase({ file })
    const thread = await started
    if (!thread) throw new Error('No thread was started')
    return { database, thread }
  }

  test('waits for the lock of another process without blocking the event loop', async () => {
    const lock = await lockDatabase(file)
    const writing = db.insertInto('rate').values(row('a')).execute()
    const isWritten = writing.then(() => true)
    for (let timer = 0; timer < 10; timer += 1) await pause(100) // a blocking query would end before the first timer
    expect(await Promise.race([isWritten, false])).toBe(false)
    await lock.release()
    await writing
    expect(await keys()).toEqual(['a'])
  })

  test('passes on SQLite errors with the stack of the caller', async () => {
    await db.insertInto('rate').values(row('a')).execute()
    const insertAgain = async () => {
      await db.insertInto('rate').values(row('a')).execute()
    }
    const error = await insertAgain().catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      message: 'UNIQUE constraint failed: rate.key',
      code: 'ERR_SQLITE_ERROR',
      errcode: 1555,
      errstr: 'constraint failed',
      stack: expect.stringContaining('insertAgain'),
    })
    expect(isSqliteBusy(error)).toBe(false)
  })

  test('passes on errors of Node, for example for an integer that is not a safe number', async () => {
    const error = await sql`select 9007199254740993 as big`.execute(db).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'ERR_OUT_OF_RANGE' })
    expect(await keys()).toEqual([])
  })

  test('reports a busy database', async () => {
    const other = await lockDatabase(file)
    const error = await db
      .insertInto('rate')
      .values(row('a'))
      .execute()
      .catch((error: unknown) => error)
    await other.release()
    expect(isSqliteBusy(error)).toBe(true)
  })

  test('releases the connection when streaming stops early', async () => {
    await db.insertInto('rate').values(['a', 'b', 'c'].map(row)).execute()
    for await (const { key } of db.selectFrom('rate').select('key').orderBy('key').stream(1)) {
      expect(key).toBe('a')
      break
    }
    await db.deleteFrom('rate').execute()
    expect(await keys()).toEqual([])
  })

  test('finishes a running query before the database is closed', async () => {
    const { database, thread } = await openWithThread()
    const lock = await lockDatabase(file)
    const writing = database.insertInto('rate').values(row('a')).execute()
    await pause(100)
    const closing = database.destroy()
    await lock.release()
    await Promise.all([writing, closing])
    expect(thread.threadId).toBe(-1) // the thread has ended
    expect(await keys()).toEqual(['a'])
    await expect(database.selectFrom('rate').selectAll().execute()).rejects.toThrow('destroyed')
  })

  test('rejects a query of a transaction whose database is closed', async () => {
    const { database } = await openWithThread()
    const transaction = database.transaction().execute(async (transaction) => {
      await database.destroy()
      await transaction.insertInto('rate').values(row('a')).execute()
    })
    await expect(transaction).rejects.toThrow('The database is closed')
    expect(await keys()).toEqual([])
  })

  test('rolls back its transaction when it ends unexpectedly, and is restarted by the next query', async () => {
    const { database, thread } = await openWithThread()
    const transaction = database.transaction().execute(async (transaction) => {
      await transaction.insertInto('rate').values(row('a')).execute()
      const running = sql`
        with recursive n as (select 1 as i union all select i + 1 from n limit 5000000)
        select count(*) from n`.execute(transaction)
      await Promise.all([running, thread.terminate()])
    })
    await expect(transaction).rejects.toMatchObject({ code: 'ERR_SQLITE_THREAD_ENDED' })
    await database.insertInto('rate').values(row('b')).execute()
    await database.destroy()
    expect(await keys()).toEqual(['b'])
  })

  test('is restarted as soon as the file can be opened', async () => {
    const { database, thread } = await openWithThread()
    await thread.terminate()
    await db.destroy() // removes the -wal and -shm files
    await rename(file, `${file}.away`)
    await mkdir(file)
    const read = () => database.selectFrom('rate').selectAll().execute()
    for (let again = 0; again < 2; again++) await expect(read()).rejects.toThrow('The SQLite thread has ended')
    await rm(file, { recursive: true })
    await rename(`${file}.away`, file)
    expect(await read()).toEqual([])
    await database.destroy()
  })

  test('keeps the process alive only while a query runs', async () => {
    const script = `
      const { openDatabase } = await import('#server/database/open-database.ts')
      const db = await openDatabase({ file: ${JSON.stringify(file)} })
      db.selectFrom('rate').select('key').execute().then((rows) => console.log(rows.length))`
    await db.insertInto('rate').values(row('a')).execute()
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(await output).toEqual(['1\n', ''])
  })

  test('ends if its file cannot be opened', async () => {
    const started = once(process, 'worker').then(([worker]: Worker[]) => worker)
    await expect(openDatabase({ file: folder })).rejects.toThrow('unable to open')
    expect((await started)?.threadId).toBe(-1)
  })
})
