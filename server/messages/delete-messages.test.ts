import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { createEmailDelivery, type EmailDelivery } from '#server/outbox/email-delivery.ts'
import { startOutboxWorker } from '#server/outbox/outbox-worker.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { createTestFolder } from '#tests/setup/process/test-folder.ts'
import { createMessageRow } from '#tests/setup/server/test-messages.ts'
import { insertQueuedEmail } from '#tests/setup/server/test-outbox.ts'
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

describeOnEachDatabase('deleteMessages', (open, target) => {
  let db: Database
  beforeEach(async () => {
    db = await open()
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

  test('waits for a worker that is sending one of the emails', async () => {
    const id = await insertQueuedEmail(db)
    const isReleased = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const email = { from: 'website@site.example', to: 'office@site.example' }
    const toFolder = createEmailDelivery({ emailTransport: { folder: emlFolder }, email })
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const deliver: EmailDelivery['deliver'] = async (email, signal) => {
      started.resolve()
      await isReleased.promise
      await toFolder.deliver(email, signal)
    }
    const worker = startOutboxWorker({ db, deliver, log })
    onTestFinished(() => worker.stop())
    await started.promise
    const onWait = vi.fn(async () => isReleased.resolve())
    expect(await deleteMessages({ db, emlFolder }, [id], onWait)).toEqual({ messages: 1, emlFiles: 1 })
    expect(onWait).toHaveBeenCalledOnce()
    expect(await readdir(emlFolder)).toEqual([])
    expect(log.info.mock.calls).toEqual([[{ messageId: id }, 'email sent']])
  })

  test('finds the messages of an address, whatever the case of its letters', async () => {
    const addresses = ['ann@site.example', 'Ann@Site.Example', 'joann@site.example', 'ann@site-example.org']
    for (const email of addresses) await insertQueuedEmail(db, { email })
    for (const typed of [' aNN@site.example', 'ann@site.example\u0000']) {
      const found = await findMessagesByEmail(db, target(), typed)
      expect(found.map(({ email }) => email).sort()).toEqual(['Ann@Site.Example', 'ann@site.example'])
    }
  })

  test('finds the messages of an international address as it is spoken', async () => {
    await insertQueuedEmail(db, { email: 'ann@xn--bcher-kva.example' })
    expect(await findMessagesByEmail(db, target(), 'ann@Bücher.example')).toHaveLength(1)
  })

  test.each(['%@%', "ada@engine.example' or '1'='1", 'ada@engıne.example'])(
    'the address %j is neither a pattern nor SQL',
    async (email) => {
      await insertQueuedEmail(db)
      expect(await findMessagesByEmail(db, target(), email)).toEqual([])
      expect(await outboxIds(db)).toHaveLength(1)
    },
  )
})

test('matches I and i on PostgreSQL with a Turkish locale', async () => {
  const url = new URL(await createPostgresDatabase())
  const administrator = await openDatabase({ url: url.href })
  await sql`create database turkish template template0 locale_provider icu icu_locale 'tr-TR'`.execute(administrator)
  await administrator.destroy()
  url.pathname = '/turkish'
  await using db = await openDatabase({ url: url.href })
  await insertQueuedEmail(db, { email: 'INFO@SITE.EXAMPLE' })
  expect(await findMessagesByEmail(db, { url: url.href }, 'info@site.example')).toHaveLength(1)
})
