import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { insertQueuedEmail } from '#tests/setup/server/test-outbox.ts'
import { truncateWriteAheadLog, vacuumSqliteFile } from './erase-deleted-rows.ts'

let folder: string
let db: Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deleted-'))
  db = await openDatabase({ file: join(folder, 'backend.sqlite') })
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

async function readAllFiles(): Promise<string> {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('')
}

async function storeAndDelete() {
  await insertQueuedEmail(db, { message: 'Secret words', email: 'ann@erased.example' })
  await insertQueuedEmail(db, { message: 'Other words' })
  await db.deleteFrom('outbox').execute()
  await db.deleteFrom('message').where('email', '=', 'ann@erased.example').execute()
}

test('truncateWriteAheadLog leaves no text of deleted rows', async () => {
  await storeAndDelete()
  await truncateWriteAheadLog(db)
  expect(await readAllFiles()).not.toMatch(/Secret words|ann@erased/)
  expect(await readAllFiles()).toContain('Other words')
})

test('vacuumSqliteFile keeps the other rows and empties the log', async () => {
  await storeAndDelete()
  expect(await readAllFiles()).toContain('Secret words') // in the write-ahead log
  await vacuumSqliteFile(db)
  expect(await readAllFiles()).not.toMatch(/Secret words|ann@erased/)
  expect(await db.selectFrom('message').select('message').execute()).toEqual([{ message: 'Other words' }])
})
