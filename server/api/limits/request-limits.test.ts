import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '#server/database/schema.ts'
import { parseMessagesCommand } from '#server/messages/messages-command.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import {
  createLoggedInVisitor,
  createTestBackend,
  createVisitor,
  expectProblem,
  VALID_MESSAGE,
  type Visitor,
} from '#tests/setup/server/test-backend.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** Sends a message from an address. Returns the folder in which it is stored. */
async function sendAndReadFolder(db: Database, visitor: Visitor, from = '198.51.100.7'): Promise<string> {
  const response = await visitor.send({ from })
  expect(response.statusCode).toBe(202)
  const id: string = response.json().messageId
  const { folder, spam_reason } = await db
    .selectFrom('message')
    .select(['folder', 'spam_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const outboxRows = await db.selectFrom('outbox').select('state').where('message_id', '=', id).execute()
  expect(outboxRows).toHaveLength(folder === 'inbox' ? 1 : 0)
  return spam_reason ? `${folder}: ${spam_reason}` : folder
}

const SPAM = 'spam: too-many'

describeOnEachDatabase('hourly and daily limits', (open) => {
  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const { db, app, visitor } = createTestBackend(await open(), env)
    const guest = await createLoggedInVisitor(app)
    return { db, app, visitor, guest, send: (from?: string) => sendAndReadFolder(db, guest, from) }
  }

  describe('for messages', () => {
    test.each([
      ['MESSAGES_PER_ADDRESS_PER_HOUR', HOUR],
      ['MESSAGES_PER_ADDRESS_PER_DAY', DAY],
      ['MESSAGES_PER_BLOCK_PER_HOUR', HOUR],
      ['MESSAGES_PER_BLOCK_PER_DAY', DAY],
      ['MESSAGES_PER_HOUR', HOUR],
      ['MESSAGES_PER_DAY', DAY],
    ])('%s: stores further messages in the spam folder until the window ends', async (name, window) => {
      const { db, app } = await start({ [name]: '2', SESSION_MINUTES: '10080' })
      const guest = await createLoggedInVisitor(app)
      expect(await sendAndReadFolder(db, guest)).toBe('inbox')
      passTime(window / 2)
      expect(await sendAndReadFolder(db, guest)).toBe('inbox')
      expect(await sendAndReadFolder(db, guest)).toBe(SPAM)
      passTime(window / 2 - 1)
      expect(await sendAndReadFolder(db, guest)).toBe(SPAM)
      passTime(1)
      expect(await sendAndReadFolder(db, guest)).toBe('inbox')
    })

    test('an address that exceeds its limit does not use up the limits of its network and of all clients', async () => {
      const { send } = await start({
        MESSAGES_PER_ADDRESS_PER_HOUR: '2',
        MESSAGES_PER_BLOCK_PER_HOUR: '4',
        MESSAGES_PER_HOUR: '5',
      })
      for (const folder of ['inbox', 'inbox', SPAM, SPAM, SPAM, SPAM]) expect(await send('198.51.100.1')).toBe(folder)
      for (const folder of ['inbox', 'inbox', SPAM, SPAM, SPAM]) expect(await send('198.51.100.2')).toBe(folder)
      expect(await send('198.51.100.3'), 'same network').toBe(SPAM)
      expect(await send('203.0.113.1'), 'another network').toBe('inbox')
      expect(await send('203.0.113.1'), 'limit of all clients exceeded').toBe(SPAM)
    })

    test('an IPv6 network that uses another /64 for each message reaches the limit of its /48', async () => {
      const { send } = await start({
        MESSAGES_PER_ADDRESS: '1',
        MESSAGES_PER_ADDRESS_PER_HOUR: '1',
        MESSAGES_PER_BLOCK_PER_HOUR: '10',
      })
      const folders: string[] = []
      for (let count = 1; count <= 50; count++) folders.push(await send(`2001:db8:7:${count.toString(16)}::1`))
      expect(folders).toEqual([...Array(10).fill('inbox'), ...Array(40).fill(SPAM)])
      expect(await send('2001:db8:8:1::1')).toBe('inbox')
    })

    test('ignores X-Forwarded-For of untrusted clients', async () => {
      const { db, guest } = await start({ MESSAGES_PER_ADDRESS_PER_HOUR: '1' })
      await guest.send({ headers: { 'x-forwarded-for': '203.0.113.1' } })
      await guest.send({ headers: { 'x-forwarded-for': '203.0.113.2' } })
      const rows = await db.selectFrom('message').select('folder').execute()
      expect(rows.map(({ folder }) => folder).sort()).toEqual(['inbox', 'spam'])
    })

    test('does not count rejected and repeated messages or other spam', async () => {
      const { db, guest, send } = await start({ MESSAGES_PER_ADDRESS_PER_HOUR: '2', MESSAGES_PER_ADDRESS: '6' })
      const from = '198.51.100.7'
      const key = randomUUID()
      for (let attempt = 0; attempt < 4; attempt++) expect((await guest.send({ key, from })).statusCode).toBe(202)
      for (let attempt = 0; attempt < 4; attempt++) await guest.send({ from, body: { ...VALID_MESSAGE, website: 'x' } })
      expect(await send(from)).toBe('inbox')
      expectProblem(await guest.send({ from }), 429, 'rate_limited')
      passTime(MINUTE)
      expect(await send(from)).toBe(SPAM)
      expect(await db.selectFrom('outbox').select('message_id').execute()).toHaveLength(2)
    })

    test('a message that exceeded a limit keeps its id, and its email is queued on release', async () => {
      const { db, guest, send } = await start({ MESSAGES_PER_DAY: '1' })
      expect(await send()).toBe('inbox')
      const key = randomUUID()
      const { messageId } = (await guest.send({ key })).json()
      expect((await guest.send({ key })).json()).toEqual({ messageId })
      const release = parseMessagesCommand(['release', messageId])
      if (typeof release === 'string') throw new Error(release)
      const context = { print: async () => {}, isTerminal: false, confirm: async () => {} }
      await release(db, { ...context, database: { file: '' }, emlFolder: '' })
      expect(await db.selectFrom('outbox').select('state').where('message_id', '=', messageId).execute()).toEqual([
        { state: 'waiting' },
      ])
    })

    test('logs the name of the limit, but no address', async () => {
      const lines: string[] = []
      const env = { MESSAGES_PER_ADDRESS_PER_DAY: '1', LOG_LEVEL: 'warn' }
      const { app } = createTestBackend(await open(), env, { logStream: { write: (line) => lines.push(line) } })
      const guest = await createLoggedInVisitor(app, '198.51.100.7')
      await guest.send({ from: '198.51.100.7' })
      const { messageId } = (await guest.send({ from: '198.51.100.7' })).json()
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({
          messageId,
          limit: 'MESSAGES_PER_ADDRESS_PER_DAY',
          msg: 'message stored in the spam folder, not mailed',
        }),
      ])
      expect(lines.join()).not.toContain('198.51')
    })

    test('stores all concurrent messages, and approximately enforces the limit of all clients', async () => {
      const env = { MESSAGES_PER_HOUR: '20' }
      const db = await open()
      const apps = [createTestBackend(db, env).app, createTestBackend(await open(), env).app]
      const addresses = ['198.51.100.1', '198.51.100.2', '203.0.113.1', '2001:db8:1:1::1', '2001:db8:1:2::1']
      const requests = apps.flatMap((app) =>
        Array.from({ length: 30 }, async (_, count) => {
          const from = addresses[count % addresses.length] ?? ''
          const guest = await createLoggedInVisitor(app, from)
          return (await guest.send({ from })).statusCode
        }),
      )
      expect(await Promise.all(requests)).toEqual(Array(60).fill(202))
      const inbox = await db.selectFrom('message').select('id').where('folder', '=', 'inbox').execute()
      expect(inbox.length).toBeGreaterThanOrEqual(20)
      expect(inbox.length).toBeLessThanOrEqual(40) // as many more as there are connections to PostgreSQL
      expect(await db.selectFrom('message').select('id').where('spam_reason', '=', 'too-many').execute()).toHaveLength(
        60 - inbox.length,
      )
      expect(await db.selectFrom('outbox').select('message_id').execute()).toHaveLength(inbox.length)
    })
  })

  describe('for messages per captcha', () => {
    test('ends a session that has sent its messages; a new login allows more', async () => {
      const { db, app } = await start({ MESSAGES_PER_CAPTCHA: '3', MESSAGES_PER_SESSION: '2' })
      const guest = await createLoggedInVisitor(app)
      const key = randomUUID()
      expect((await guest.send()).statusCode).toBe(202)
      expect((await guest.send()).statusCode).toBe(202)
      expectProblem(await guest.send({ key }), 429, 'rate_limited')
      passTime(MINUTE)
      expect((await guest.send({ key })).statusCode).toBe(202)
      passTime(MINUTE)
      const response = await guest.send()
      expect(expectProblem(response, 401, 'no_session').message).toBe('Your session has ended. Please try again.')
      expect((await guest.send({ key })).statusCode, 'the form was sent before').toBe(202)
      await guest.login()
      expect((await guest.send()).statusCode).toBe(202)
      expect(await db.selectFrom('message').select('id').execute()).toHaveLength(4)
    })

    test('lasts as long as the session', async () => {
      const { app } = await start({ MESSAGES_PER_CAPTCHA: '1', SESSION_MINUTES: '120' })
      const guest = await createLoggedInVisitor(app)
      expect((await guest.send()).statusCode).toBe(202)
      passTime(120 * MINUTE - 1)
      expect((await guest.validate()).statusCode).toBe(204)
      expectProblem(await guest.send(), 401, 'no_session')
    })
  })

  describe('for logins', () => {
    test.each([
      ['LOGINS_PER_ADDRESS_PER_HOUR', HOUR, '60 minutes'],
      ['LOGINS_PER_ADDRESS_PER_DAY', DAY, '24 hours'],
      ['LOGINS_PER_BLOCK_PER_HOUR', HOUR, '60 minutes'],
      ['LOGINS_PER_BLOCK_PER_DAY', DAY, '24 hours'],
      ['LOGINS_PER_HOUR', HOUR, '60 minutes'],
      ['LOGINS_PER_DAY', DAY, '24 hours'],
    ])('%s: rejects further logins with the time to wait', async (name, window, duration) => {
      const { db, visitor } = createTestBackend(await open(), { [name]: '2' })
      for (let count = 0; count < 2; count++) expect((await visitor.login()).statusCode).toBe(200)
      const response = await visitor.login()
      expect(expectProblem(response, 429, 'rate_limited').message).toBe(
        `That was too often. Please wait ${duration} and try again.`,
      )
      expect(response.headers['retry-after']).toBe(String(window / 1000))
      expect(response.cookies).toEqual([])
      passTime(window - 1)
      expect((await visitor.login()).headers['retry-after']).toBe('1')
      passTime(1)
      expect((await visitor.login()).statusCode).toBe(200)
      expect(await db.selectFrom('session').select('id').execute()).not.toHaveLength(4)
    })

    test('worthless tokens from many networks leave visitors of other networks able to send', async () => {
      const env = { LOGINS_PER_BLOCK_PER_HOUR: '5', LOGINS_PER_HOUR: '20', LOGINS_PER_DAY: '20' }
      const { app } = createTestBackend(await open(), env)
      const flooder = createVisitor(app)
      for (let network = 1; network <= 20; network++) {
        const statuses: number[] = []
        for (let host = 1; host <= 8; host++)
          statuses.push((await flooder.login({ body: { token: 'x' }, from: `203.0.${network}.${host}` })).statusCode)
        expect(statuses).toEqual([...Array(5).fill(403), ...Array(3).fill(429)])
      }
      const guest = await createLoggedInVisitor(app, '198.51.100.7')
      expect((await guest.send({ from: '198.51.100.7' })).statusCode).toBe(202)
    })

    test.each(['LOGINS_PER_BLOCK_PER_HOUR', 'LOGINS_PER_HOUR'])('beyond %s add no rows', async (name) => {
      const { db, app } = createTestBackend(await open(), { [name]: '5' })
      const login = async (host: number) => {
        const { statusCode } = await createVisitor(app).login({ from: `2001:db8:7:${host.toString(16)}::1` })
        return statusCode
      }
      const readRows = () => db.selectFrom('rate').selectAll().orderBy('key').execute()
      for (let host = 1; host <= 5; host++) expect(await login(host)).toBe(200)
      const rows = await readRows()
      for (let host = 6; host <= 20; host++) expect(await login(host)).toBe(429)
      expect(await readRows()).toEqual(rows)
    })

    test('an IPv6 network that uses another /64 for each login reaches the limit of its /48', async () => {
      const { app } = createTestBackend(await open(), { LOGINS_PER_ADDRESS: '1', LOGINS_PER_BLOCK_PER_HOUR: '5' })
      const statuses: number[] = []
      for (let count = 1; count <= 20; count++)
        statuses.push((await createVisitor(app).login({ from: `2001:db8:7:${count.toString(16)}::1` })).statusCode)
      expect(statuses).toEqual([...Array(5).fill(200), ...Array(15).fill(429)])
      expect((await createVisitor(app).login({ from: '2001:db8:8:1::1' })).statusCode).toBe(200)
    })

    test('an address that exceeds its limit per minute does not use up the limits of all clients', async () => {
      const { app } = createTestBackend(await open(), {
        LOGINS_PER_ADDRESS: '2',
        LOGINS_PER_ADDRESS_PER_HOUR: '3',
        LOGINS_PER_HOUR: '4',
      })
      const login = async (from: string) => (await createVisitor(app).login({ from })).statusCode
      for (const status of [200, 200, 429, 429, 429, 429]) expect(await login('198.51.100.1')).toBe(status)
      passTime(MINUTE)
      for (const status of [200, 429, 429]) expect(await login('198.51.100.1')).toBe(status)
      expect(await login('198.51.100.2')).toBe(200)
      expect(await login('198.51.100.2')).toBe(429)
    })
  })
})
