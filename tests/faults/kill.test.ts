import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { CONTACT_FIELDS } from '#shared/contact-contract.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { startMailServer } from '#tests/setup/mail-server.ts'
import { createMessage, openSession, RequestError, sendMessage, type VisitorSession } from '#tests/setup/messages.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { createSeededRandom } from '#tests/setup/seeded-random.ts'
import { getDatabaseFile, startProductionServer } from './production-server.ts'

/** `KILLS=100 npm test -- faults/kill` repeats the measurement of docs/deploying.md, Capacity. */
const KILLS = Number(process.env.KILLS ?? 5)
/** ms for one kill on a slow machine. */
const KILL_TIMEOUT_MS = 20_000
const VISITORS = 6
/** ms between two messages of a visitor. */
const PAUSE_MS = 150
/** Every n-th server is killed while it starts, the others when they have acknowledged some messages. */
const KILL_AT_START_INTERVAL = 5
const MIN_MESSAGES = 5

/**
 * Sends a contact like the site, with one key until a server acknowledges it, and every tenth twice at once, like a double
 * click. `ids` are those of all acknowledgements.
 */
async function sendContact(api: string, number: number) {
  const message = createMessage({ message: `No. ${number}\n.\n😀 שלום\n${'=\t'.repeat(40)}|` })
  const key = randomUUID()
  const ids: string[] = []
  let session: VisitorSession | undefined
  for (let retries = 0; ; retries++) {
    try {
      session ??= await openSession(api)
      const sender = session
      const send = async () => ids.push(await sendMessage(api, sender, { key, message }))
      await Promise.all(number % 10 === 0 ? [send(), send()] : [send()])
      return { key, message, ids, retries }
    } catch (error) {
      if (!(error instanceof RequestError && error.canRetry)) throw error
      if (error.needsSession) session = undefined
      await sleep(PAUSE_MS)
    }
  }
}

test.each(['SQLite', 'PostgreSQL'])(
  '§12.14 §12.15 §12.16 §12.17 a server on %s that is killed again and again loses no acknowledged message',
  { timeout: 120_000 + KILLS * KILL_TIMEOUT_MS },
  async (name) => {
    const folder = await createTestFolder()
    const databaseUrl = name === 'PostgreSQL' ? await createPostgresDatabase() : undefined
    const mailServer = await startMailServer()
    onTestFinished(() => mailServer.stop())
    const port = await getFreePort()
    async function start() {
      const server = await startProductionServer({ folder, databaseUrl, mailServer: mailServer.url, port })
      onTestFinished(server.kill)
      return server
    }

    const contacts: Awaited<ReturnType<typeof sendContact>>[] = []
    let count = 0
    let isOver = false
    async function visit() {
      while (!isOver) {
        contacts.push(await sendContact(`http://127.0.0.1:${port}/api`, count++))
        await sleep(PAUSE_MS)
      }
    }
    const visits = Promise.all(Array.from({ length: VISITORS }, visit))
    const random = createSeededRandom('kills')
    for (let kill = 1; kill <= KILLS; kill++) {
      const { url, kill: end } = await start()
      const enough = contacts.length + MIN_MESSAGES
      const isKilledAtStart = kill % KILL_AT_START_INTERVAL === 0
      if (!isKilledAtStart) {
        await url
        await expect.poll(() => contacts.length).toBeGreaterThanOrEqual(enough)
      }
      await sleep(20 + 580 * random())
      await end()
    }

    await using db = await openDatabase(databaseUrl ? { url: databaseUrl } : { file: getDatabaseFile(folder) })
    const ofKilled = db.updateTable('outbox').where('leased_until', 'is not', null)
    await ofKilled.set({ leased_until: 0, next_attempt_at: 0 }).execute() // instead of two minutes later
    await (await start()).url
    isOver = true
    await visits
    const waiting = db.selectFrom('outbox').select('message_id').where('state', '=', 'waiting')
    await expect.poll(() => waiting.execute(), { timeout: 60_000 }).toEqual([])

    const messages = db.selectFrom('message').innerJoin('outbox', 'message_id', 'id')
    const stored = await messages.select([...CONTACT_FIELDS, 'id', 'idempotency_key', 'state']).execute()
    const expected = contacts.map(({ key, message, ids: [id] }) => ({
      ...message,
      id,
      idempotency_key: key,
      state: 'sent',
    }))
    expect(Map.groupBy(stored, ({ id }) => id)).toEqual(Map.groupBy(expected, ({ id }) => id))
    const mailed = Map.groupBy(mailServer.emails, ({ messageId }) => messageId)
    expect(mailed.size).toBe(contacts.length)
    for (const { message, ids } of contacts) {
      expect(new Set(ids).size).toBe(1)
      const copies = mailed.get(`<${ids[0]}@blackland.example>`) ?? []
      expect(copies[0]?.text.endsWith(`\n${message.message}\n`)).toBe(true)
      expect(new Set(copies.map(({ headers, text }) => JSON.stringify([headers, text]))).size).toBe(1)
      // A running server records what it has sent: each copy is of another one, which was killed meanwhile.
      expect(new Set(copies.map(({ clientHostname }) => clientHostname)).size).toBe(copies.length)
    }
    expect(contacts.some(({ retries }) => retries > 0)).toBe(true)
  },
)
