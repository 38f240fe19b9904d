import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import type { Database } from '#server/database/schema.ts'
import { createTestDatabase } from '#tests/setup/backend.ts'
import { createMessageRow, insertQueuedEmail } from '#tests/setup/messages.ts'
import { deleteMessages } from './delete-messages.ts'

let emlFolder: string
let db: Database

beforeEach(async () => {
  emlFolder = join(await createTestFolder(), 'outbox')
  db = (await createTestDatabase()).db
})

async function writeEml(id: string, suffix = '') {
  await mkdir(emlFolder, { recursive: true })
  await writeFile(join(emlFolder, `2025-11-21T12-00-00.000Z-${id}.eml${suffix}`), 'mail')
}

const messages = () => db.selectFrom('message').select('id').execute()

test('§12.28 deletes messages with their emails and .eml files, and no others', async () => {
  const ids = [await insertQueuedEmail(db, { outbox: { state: 'sent' } }), await insertQueuedEmail(db)]
  const kept = await insertQueuedEmail(db)
  for (const id of [...ids, kept]) await writeEml(id)
  await writeEml(kept, '.0b6a7a0e-3c2e-4a53-9d2c-0123456789ab.part')
  expect(await deleteMessages({ db, emlFolder }, ids)).toEqual({ messages: 2, emlFiles: 2 })
  expect(await messages()).toEqual([{ id: kept }])
  expect(await db.selectFrom('outbox').select('message_id').execute()).toEqual([{ message_id: kept }])
  expect(await readdir(emlFolder)).toHaveLength(2)
})

test('deletes more messages than one transaction does', async () => {
  const rows = Array.from({ length: 501 }, () => createMessageRow({ folder: 'spam' }))
  await db.insertInto('message').values(rows).execute()
  const ids = rows.map(({ id }) => id)
  expect(await deleteMessages({ db, emlFolder }, ids)).toEqual({ messages: 501, emlFiles: 0 })
  expect(await messages()).toEqual([])
})
