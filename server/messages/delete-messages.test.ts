import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import type { Database } from '#server/database/schema.ts'
import { createTestDatabase } from '#tests/setup/backend.ts'
import { createMessageRow, insertQueuedEmail } from '#tests/setup/messages.ts'
import { deleteMessages } from './delete-messages.ts'
import { findMessagesByEmail } from './stored-messages.ts'

let emlFolder: string

beforeEach(async () => {
  emlFolder = join(await createTestFolder(), 'outbox')
})

const outboxIds = async (db: Database) =>
  (await db.selectFrom('outbox').select('message_id').execute()).map(({ message_id }) => message_id).sort()

const messageIds = async (db: Database) =>
  (await db.selectFrom('message').select('id').execute()).map(({ id }) => id).sort()

async function writeEml(id: string, suffix = '') {
  await mkdir(emlFolder, { recursive: true })
  await writeFile(join(emlFolder, `2025-11-21T12-00-00.000Z-${id}.eml${suffix}`), 'mail')
}

describe('deleteMessages', () => {
  let db: Database
  let file: string
  beforeEach(async () => {
    ;({ db, file } = await createTestDatabase())
  })

  test('deletes messages with their emails and .eml files, and no others', async () => {
    const ids = [await insertQueuedEmail(db, { outbox: { state: 'sent' } }), await insertQueuedEmail(db)]
    const kept = await insertQueuedEmail(db)
    for (const id of [...ids, kept]) await writeEml(id)
    await writeEml(kept, '.0b6a7a0e-3c2e-4a53-9d2c-0123456789ab.part')
    expect(await deleteMessages({ db, emlFolder }, ids)).toEqual({ messages: 2, emlFiles: 2 })
    expect([await messageIds(db), await outboxIds(db)]).toEqual([[kept], [kept]])
    expect(await readdir(emlFolder)).toHaveLength(2)
  })

  test('deletes more messages than one transaction does', async () => {
    const rows = Array.from({ length: 501 }, () => createMessageRow({ folder: 'spam' }))
    await db.insertInto('message').values(rows).execute()
    const ids = rows.map(({ id }) => id)
    expect(await deleteMessages({ db, emlFolder }, ids)).toEqual({ messages: 501, emlFiles: 0 })
    expect(await messageIds(db)).toEqual([])
  })

  test('finds the messages of an address, which is neither a pattern nor SQL', async () => {
    for (const email of ['ann@site.example', 'Ann@Site.Example', 'ann@site-example.org', 'ann@xn--bcher-kva.example'])
      await insertQueuedEmail(db, { email })
    const find = async (typed: string) =>
      (await findMessagesByEmail(db, { file }, typed)).map(({ email }) => email).sort()
    expect(await find('ann@site.example\u0000')).toEqual(['Ann@Site.Example', 'ann@site.example'])
    expect(await find('ann@Bücher.example')).toEqual(['ann@xn--bcher-kva.example'])
    for (const typed of ['%@%', "ann@site.example' or '1'='1", 'ann@sıte.example'])
      expect(await find(typed)).toEqual([])
  })
})
