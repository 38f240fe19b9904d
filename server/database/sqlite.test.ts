import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './open.ts'
import type { Database } from './tables.ts'

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

test('a transaction has the lock from its beginning', async () => {
  const other = new DatabaseSync(file)
  await db.transaction().execute(async () => {
    expect(() => other.exec('begin immediate')).toThrow('database is locked')
  })
  other.exec('begin immediate; rollback')
  other.close()
})

test('one that only reads is in nobody’s way, and sees one moment', async () => {
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

test('what another process does not let go of within 5 seconds is an error, and nothing is stored', async () => {
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const row = { key: 'a', count: 1, resets_at: 1 }
  await expect(db.insertInto('rate').values(row).execute()).rejects.toThrow('database is locked')
  other.exec('rollback')
  other.close()
  await db.insertInto('rate').values(row).execute()
})

test('a row at a time, for what is too much at once', async () => {
  await db
    .insertInto('rate')
    .values(['a', 'b'].map((key) => ({ key, count: 1, resets_at: 1 })))
    .execute()
  const keys: string[] = []
  for await (const { key } of db.selectFrom('rate').select('key').orderBy('key').stream()) keys.push(key)
  expect(keys).toEqual(['a', 'b'])
})

test('a value that SQLite has no type for is refused by its type', async () => {
  const flag: unknown = true
  await expect(sql`select ${flag}`.execute(db)).rejects.toThrow('SQLite takes no boolean as a value')
})
