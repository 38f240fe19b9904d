import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, emptyTables } from '#tests/setup/backend.ts'
import { insertMessage } from '#tests/setup/messages.ts'
import { startDivertedDigest } from './diverted-digest.ts'

const DAY = 24 * 60 * 60_000
const START = Date.parse('2026-03-01T12:00:00Z')

const { db } = await createTestDatabase(afterAll)

beforeEach(async () => {
  await emptyTables(db)
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  onTestFinished(() => void vi.useRealTimers())
})

const divert = (message = 'Text of a visitor.') =>
  insertMessage(db, { message, folder: 'spam', spam_reason: 'too-many', received_at: Date.now() })

/** Looks for messages once. Returns the digests. */
async function look() {
  const log = { warn: vi.fn() }
  await startDivertedDigest({ db, log }).stop()
  expect(log.warn).not.toHaveBeenCalled()
  return db.selectFrom('message').innerJoin('outbox', 'message_id', 'id').selectAll().orderBy('queued_at').execute()
}

test('§12.22 a digest a day counts each message beyond a limit once, without text of a visitor', async () => {
  for (const spam_reason of ['honeypot', 'too-fast'] as const) await insertMessage(db, { folder: 'spam', spam_reason })
  await insertMessage(db)
  expect(await look(), 'nothing is beyond a limit').toEqual([])
  vi.setSystemTime(START + 60_000)
  await divert()
  vi.setSystemTime(START) // the clock goes back
  await divert()
  expect(await look()).toHaveLength(1)
  await divert()
  expect(await look(), 'one a day').toHaveLength(1)
  vi.setSystemTime(START + DAY)
  expect(await look()).toHaveLength(2)
  vi.setSystemTime(START + 2 * DAY)
  const [first, second, ...others] = await look()
  expect(others, 'each message is counted once').toEqual([])
  expect(first).toMatchObject({
    ...{ folder: 'inbox', spam_reason: null, state: 'waiting', received_at: START + 60_000, reported_at: null },
    ...{ name: 'The website', email: '', idempotency_key: 'digest 2026-03-01', queued_at: START },
  })
  expect(first?.message).toBe(`\
Messages of the contact form are in the spam folder of the website, and were not emailed to you: they exceeded a limit.

Messages: 2
First: Sun, 01 Mar 2026 12:00:00 GMT
Last: Sun, 01 Mar 2026 12:01:00 GMT

Some may be from visitors. Whoever runs the server can list them, and then email all of them to you, with

npm run messages -- list --folder spam
npm run messages -- release --too-many
`)
  expect(second?.message).toContain('Messages: 1\n')
})
