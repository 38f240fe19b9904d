import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { deleteExpiredRows } from '#server/contact/expiry-cleanup.ts'
import type { Database } from '#server/database/schema.ts'
import { deleteMessages } from '#server/messages/delete-messages.ts'
import { startDivertedDigest } from '#server/messages/diverted-digest.ts'
import { startRetentionCleanup } from '#server/messages/retention-cleanup.ts'
import { findMessagesByEmail } from '#server/messages/stored-messages.ts'
import { createEmailDelivery, type EmailDelivery } from '#server/outbox/email-delivery.ts'
import {
  claimDueEmails,
  type EmailClaim,
  enqueueEmail,
  recordDeliveryFailure,
  recordEmailSent,
  requeueEmail,
} from '#server/outbox/outbox-queue.ts'
import { startOutboxWorker } from '#server/outbox/outbox-worker.ts'
import { sharePublishTime } from '#server/publishing/site-publishing.ts'
import { CONTACT_FIELDS } from '#shared/contact-contract.ts'
import { createTestBackend } from '#tests/setup/backend.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { startMailServer } from '#tests/setup/mail-server.ts'
import {
  createCaptchaToken,
  createLoggedInVisitor,
  createMessage,
  createMessageRow,
  createVisitor,
  insertMessage,
  insertQueuedEmail,
  readOutboxRow,
  type Visitor,
} from '#tests/setup/messages.ts'
import { describeOnEachDatabase, describeOnPostgres, openTestDatabase } from './on-each-database.ts'

const HOUR = 3_600_000
const ADDRESSES = { from: 'website@site.example', to: 'office@site.example' }

const claimAs = (db: Database, workerId: string, limit = 10) =>
  claimDueEmails(db, { workerId, limit, leaseMs: 120_000, includeUnfinished: true })

const messageIds = (claims: readonly EmailClaim[]) => claims.map(({ messageId }) => messageId)

async function claimOne(db: Database, worker: string): Promise<EmailClaim> {
  const [claim] = await claimAs(db, worker)
  if (!claim) throw new Error('No email is due')
  return claim
}

describeOnEachDatabase('two servers', (open, target) => {
  test('§12.6 store a message once when its form is sent 20 times at the same time', async () => {
    const options = { limits: { MESSAGES_PER_SESSION: 1 } }
    const { db, app } = createTestBackend(await open(), {}, options)
    const guest = await createLoggedInVisitor(app)
    const elsewhere = createVisitor(createTestBackend(await open(), {}, options).app)
    for (const [name, value] of guest.cookies) elsewhere.cookies.set(name, value)
    const key = randomUUID()
    const sent = Array.from({ length: 20 }, (_, index) => (index % 2 ? guest : elsewhere).send({ key }))
    const responses = await Promise.all(sent)
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(responses[0]?.statusCode).toBe(202)
    expect(await db.selectFrom('message').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('outbox').select('message_id').execute()).toHaveLength(1)
  })

  test('store one of two messages with the same key, and reject the other one', async () => {
    const { db, app } = createTestBackend(await open())
    const guest = await createLoggedInVisitor(app)
    const key = randomUUID()
    const other = createMessage({ message: 'Other words.' })
    const responses = await Promise.all([guest.send({ key }), guest.send({ key, body: other })])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409])
    const [stored, ...more] = await db.selectFrom('message').select(CONTACT_FIELDS).execute()
    expect(stored).toEqual(responses[0]?.statusCode === 202 ? createMessage() : other)
    expect(more).toEqual([])
  })

  test('create one session for concurrent logins with one captcha token', async () => {
    const db = await open()
    const apps = [createTestBackend(db).app, createTestBackend(await open()).app]
    const body = { token: createCaptchaToken() }
    const logins = [...apps, ...apps, ...apps].map((app) => createVisitor(app).login({ body }))
    const statuses = (await Promise.all(logins)).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([200, ...Array(5).fill(403)])
    expect(await db.selectFrom('session').select('id').execute()).toHaveLength(1)
  })

  test('a message whose email is being sent is deleted after it', async () => {
    const db = await open()
    const emlFolder = join(await createTestFolder(), 'outbox')
    const id = await insertQueuedEmail(db)
    const isReleased = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const toFolder = createEmailDelivery({ emailTransport: { folder: emlFolder }, email: ADDRESSES })
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

  test('finds the messages of an address, whatever the case of its letters, which is neither a pattern nor SQL', async () => {
    const db = await open()
    const addresses = ['ann@site.example', 'Ann@Site.Example', 'joann@site.example', 'ann@xn--bcher-kva.example']
    for (const email of addresses) await insertQueuedEmail(db, { email })
    const find = async (typed: string) =>
      (await findMessagesByEmail(db, target(), typed)).map(({ email }) => email).sort()
    for (const typed of [' aNN@site.example', 'ann@site.example\u0000'])
      expect(await find(typed)).toEqual(['Ann@Site.Example', 'ann@site.example'])
    expect(await find('ann@Bücher.example')).toEqual(['ann@xn--bcher-kva.example'])
    for (const typed of ['%@%', "ann@site.example' or '1'='1"]) expect(await find(typed)).toEqual([])
  })

  test('§12.6 §12.16 concurrent workers claim each email once', async () => {
    const db = await open()
    const queued: string[] = []
    for (let i = 0; i < 60; i++) queued.push(await insertQueuedEmail(db))
    const claimAll = async (worker: string): Promise<string[]> => {
      const ids = messageIds(await claimAs(db, worker, 3))
      return ids.length > 0 ? [...ids, ...(await claimAll(worker))] : []
    }
    const claimed = await Promise.all(['a', 'b', 'c', 'd'].map(claimAll))
    expect(claimed.flat().sort()).toEqual(queued.sort())
  })

  test('§12.22 email one digest a day of the messages beyond a limit', async () => {
    const db = await open()
    const divert = () => insertMessage(db, { folder: 'spam', spam_reason: 'too-many' })
    for (let count = 0; count < 40; count++) await divert()
    const mailServer = await startMailServer()
    onTestFinished(mailServer.stop)
    const { deliver } = createEmailDelivery({ emailTransport: { smtp: mailServer.url }, email: ADDRESSES })
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const work = [db, await open()].flatMap((each) => [
      ...[5, 7, 9].map((intervalMs) => startDivertedDigest({ db: each, log, intervalMs })),
      startOutboxWorker({ db: each, deliver, log, pollIntervalMs: 10 }),
    ])
    await expect.poll(() => mailServer.emails.length).toBe(1)
    const later = await divert()
    await sleep(300)
    for (const { stop } of work) await stop()
    expect(mailServer.emails).toEqual([
      expect.objectContaining({
        to: 'office@site.example',
        subject: expect.stringMatching(/^Messages in the spam folder \([0-9a-f]{8}\)$/),
        text: expect.stringMatching(/^Messages of the contact form are in the spam folder.*\nMessages: 40\n/s),
      }),
    ])
    const unreported = db.selectFrom('message').select('id').where('spam_reason', '=', 'too-many')
    expect(await unreported.where('reported_at', 'is', null).execute()).toEqual([{ id: later }])
  })

  test('another worker claims an email when its lease has expired, and the first one then writes nothing', async () => {
    const db = await open()
    const id = await insertQueuedEmail(db)
    const lostClaim = await claimOne(db, 'a')
    expect(await claimAs(db, 'b')).toEqual([])
    await db.updateTable('outbox').set({ leased_until: 1, next_attempt_at: 1 }).execute()
    const newClaim = await claimOne(db, 'b')
    const before = await readOutboxRow(db, id)
    expect(before).toMatchObject({ attempts: 2, last_error: 'lease expired' })
    expect(await recordEmailSent(db, lostClaim)).toBe(false)
    expect(await recordDeliveryFailure(db, lostClaim, 'ESOCKET')).toMatchObject({ isRecorded: false })
    await requeueEmail(db, lostClaim)
    expect(await readOutboxRow(db, id)).toEqual(before)
    expect(await recordEmailSent(db, newClaim)).toBe(true)
  })
})

describeOnPostgres('two servers', (open, target) => {
  test('count concurrent messages from addresses that share networks exactly, without a deadlock', async () => {
    const db = await open()
    const limits = {
      MESSAGES_PER_ADDRESS_PER_DAY: 7,
      MESSAGES_PER_NETWORK_PER_DAY: 12,
      MESSAGES_PER_DAY: 40,
      FIRST_MESSAGES_PER_PROVIDER_PER_DAY: 2,
    }
    const apps = [createTestBackend(db, {}, { limits }).app, createTestBackend(await open(), {}, { limits }).app]
    const addresses = ['198.51.100.1', '198.51.100.2', '203.0.113.1', '2001:db8:1:1::1', '2001:db8:1:2::1']
    const guests: (readonly [string, Visitor])[] = []
    for (const app of apps) for (const from of addresses) guests.push([from, await createLoggedInVisitor(app, from)])
    const messages = Array.from({ length: 4 }, () => guests.map(([from, guest]) => guest.send({ from })))
    for (const { statusCode } of await Promise.all(messages.flat())) expect(statusCode).toBe(202)
    const folders = await db.selectFrom('message').select(['folder', 'spam_reason']).execute()
    expect(folders.filter(({ folder }) => folder === 'inbox')).toHaveLength(20)
    expect(folders.filter(({ spam_reason }) => spam_reason === 'too-many')).toHaveLength(20)
    // The reserve is for the first messages of other networks, two of each provider.
    const others = [0, 1, 2, 3].flatMap((n) => [`192.0.${n}.1`, `192.0.${n}.2`, `2001:db9:${n}::1`, `2001:db9:${n}::2`])
    await Promise.all(others.flatMap((from) => guests.map(([, guest]) => guest.send({ from }))))
    expect(await db.selectFrom('outbox').select('message_id').execute()).toHaveLength(24)
  })

  test('delete expired rows without blocking requests or being blocked by them', async () => {
    const databases = [await open(), await open()] as const
    const [db, other] = databases
    const { app } = createTestBackend(db)
    const guest = await createLoggedInVisitor(app)
    for (let round = 0; round < 5; round++) {
      await db.updateTable('rate').set({ resets_at: 1 }).execute()
      const work = Promise.all(Array.from({ length: 20 }, () => guest.send()))
      await Promise.all([deleteExpiredRows(other), deleteExpiredRows(db), work])
      expect((await work).map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(202))
    }
  })

  test('delete each expired message once, in batches', async () => {
    const db = await open()
    const day = 24 * HOUR
    const recent = await insertQueuedEmail(db, { outbox: { state: 'sent', sent_at: 1 } })
    const spam = { folder: 'spam', spam_reason: 'honeypot', received_at: Date.now() - 31 * day } as const
    const rows = Array.from({ length: 450 }, () => createMessageRow(spam))
    await db.insertInto('message').values(rows).execute()
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const storage = { database: target(), emlFolder: join(await createTestFolder(), 'outbox') }
    const retention = { messagesMs: 30 * day, spamMs: 10 * day }
    const cleanups = [db, await open()].map((server) =>
      startRetentionCleanup({ db: server, ...storage, retention, log }),
    )
    const storedIds = async () => (await db.selectFrom('message').select('id').execute()).map(({ id }) => id)
    await expect.poll(storedIds).toEqual([recent])
    for (const { stop } of cleanups) await stop()
    const counts: readonly number[] = log.info.mock.calls.map(([{ spam: count }]) => count)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(450)
    expect(log.error).not.toHaveBeenCalled()
  })

  test('a message that is deleted while it is released is deleted after it, with its email', async () => {
    const [db, other] = [await open(), await open()]
    const id = await insertMessage(db, { folder: 'spam', spam_reason: 'honeypot' })
    const deletion = Promise.withResolvers<unknown>()
    await other.transaction().execute(async (tx) => {
      await tx.updateTable('message').set({ folder: 'inbox', spam_reason: null }).where('id', '=', id).execute()
      await enqueueEmail(tx, id)
      deletion.resolve(deleteMessages({ db, emlFolder: '' }, [id], async () => {}))
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting.execute(tx)).rows.length).toBe(1)
    })
    expect(await deletion.promise).toEqual({ messages: 1, emlFiles: 0 })
  })

  test('use the times of PostgreSQL, whatever their own clocks are', async () => {
    const db = await open()
    onTestFinished(() => void vi.useRealTimers())
    const before = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: before + 1_000 * HOUR })
    const id = await insertQueuedEmail(db)
    await db.deleteFrom('outbox').execute()
    await enqueueEmail(db, id)
    expect((await readOutboxRow(db, id)).queued_at - before).toBeLessThan(HOUR)
    await claimOne(db, 'a')
    vi.setSystemTime(before - 1_000 * HOUR)
    expect(await claimAs(db, 'b')).toEqual([])
  })
})

test('§10.2 §12.6 a publish is seen once by the other servers, and not by the server that recorded it', async () => {
  const url = await createPostgresDatabase()
  const seen: [number, number, number] = [0, 0, 0]
  /** Starts the publish time of one server, and counts the publishes of others that it sees. */
  async function startServer(server: 0 | 1 | 2) {
    const db = await openTestDatabase({ url })
    const reads = vi.spyOn(db, 'selectFrom')
    const onPublish = () => void seen[server]++
    const { record, close } = sharePublishTime({ db, intervalMs: 20, onPublish, log: () => {} })
    onTestFinished(close)
    await expect.poll(() => reads.mock.calls.length).toBeGreaterThan(1) // the first read has ended
    return record
  }
  const [publishFirst, publishSecond] = [await startServer(0), await startServer(1), await startServer(2)]
  await publishFirst()
  await expect.poll(() => seen).toEqual([0, 1, 1])
  await publishSecond()
  await expect.poll(() => seen).toEqual([1, 1, 2])
})
