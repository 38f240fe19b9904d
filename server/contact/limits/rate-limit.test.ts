import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RATE_LIMITS } from '#server/config.ts'
import {
  createTestBackend,
  createTestDatabase,
  createTestLog,
  emptyTables,
  expectProblem,
} from '#tests/setup/backend.ts'
import { createLoggedInVisitor, createMessage, createVisitor, type Visitor } from '#tests/setup/messages.ts'
import { countRequest, findReachedLimit } from './rate-limit.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const { db } = await createTestDatabase(afterAll)

beforeEach(async () => {
  await emptyTables(db)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms)

const readRows = () => db.selectFrom('rate').selectAll().orderBy('key').execute()

const narrow = { name: 'NARROW', key: 'NARROW a', max: 2, windowMs: MINUTE }

test('the counts of limits start with the first request, and start again after the end of the window', async () => {
  for (const max of [1, 2]) {
    expect(await findReachedLimit(db, [{ ...narrow, max }])).toBeUndefined()
    expect(await countRequest(db, [narrow])).toBeUndefined()
  }
  passTime(15_000)
  expect(await findReachedLimit(db, [narrow])).toEqual({ name: 'NARROW', retryAfter: 45 })
  expect(await countRequest(db, [narrow])).toEqual({ name: 'NARROW', retryAfter: 45 })
  passTime(44_999)
  expect(await countRequest(db, [narrow])).toEqual({ name: 'NARROW', retryAfter: 1 })
  passTime(1)
  expect(await findReachedLimit(db, [narrow])).toBeUndefined()
  expect(await countRequest(db, [narrow])).toBeUndefined()
  expect(await readRows()).toEqual([{ key: 'NARROW a', count: 1, resets_at: Date.now() + MINUTE }])
})

describe('the limits', () => {
  const start = (limits: Readonly<Record<string, number>>, env: Readonly<Record<string, string>> = {}) =>
    createTestBackend(db, env, { limits, sessionLifetimeMs: 24 * HOUR })

  /** Sends a message. Returns the folder in which it is stored, with the reason. Only mails of the inbox are queued. */
  async function sendAndReadFolder(guest: Visitor, from = '198.51.100.7'): Promise<string> {
    const response = await guest.send({ from })
    expect(response.statusCode).toBe(202)
    const id: string = response.json().messageId
    const message = db.selectFrom('message').select(['folder', 'spam_reason']).where('id', '=', id)
    const { folder, spam_reason } = await message.executeTakeFirstOrThrow()
    const mails = await db.selectFrom('outbox').select('state').where('message_id', '=', id).execute()
    expect(mails).toHaveLength(folder === 'inbox' ? 1 : 0)
    return spam_reason ? `${folder}: ${spam_reason}` : folder
  }

  const SPAM = 'spam: too-many'

  test('§12 Messages: are eight at most, and end within a day', () => {
    expect(RATE_LIMITS.length).toBeLessThanOrEqual(8)
    for (const { windowMs } of RATE_LIMITS) expect(windowMs).toBeLessThanOrEqual(24 * HOUR - MINUTE)
  })

  describe('of messages', () => {
    const DAY = 24 * HOUR - 2 * MINUTE

    test.each(['MESSAGES_PER_ADDRESS_PER_DAY', 'MESSAGES_PER_NETWORK_PER_DAY', 'MESSAGES_PER_DAY'])(
      '§12 Messages: %s: further ones are stored in the spam folder until the window ends',
      async (name) => {
        const guest = await createLoggedInVisitor(start({ [name]: 2 }).app)
        expect(await sendAndReadFolder(guest)).toBe('inbox')
        passTime(DAY - 1)
        expect(await sendAndReadFolder(guest)).toBe('inbox')
        expect(await sendAndReadFolder(guest)).toBe(SPAM)
        passTime(1)
        expect(await sendAndReadFolder(guest)).toBe('inbox')
      },
    )

    test('an address beyond its limit does not use up the limits of its network and of all visitors', async () => {
      const limits = { MESSAGES_PER_ADDRESS_PER_DAY: 2, MESSAGES_PER_NETWORK_PER_DAY: 4, MESSAGES_PER_DAY: 5 }
      const guest = await createLoggedInVisitor(start(limits).app)
      const send = (from: string) => sendAndReadFolder(guest, from)
      for (const folder of ['inbox', 'inbox', SPAM, SPAM, SPAM, SPAM]) expect(await send('198.51.100.1')).toBe(folder)
      for (const folder of ['inbox', 'inbox', SPAM, SPAM, SPAM]) expect(await send('198.51.100.2')).toBe(folder)
      expect(await send('198.51.100.3'), 'same network').toBe(SPAM)
      expect(await send('203.0.113.1'), 'another network').toBe('inbox')
      expect(await send('203.0.113.1'), 'the limit of all visitors').toBe(SPAM)
    })

    test('do not count invalid and repeated messages or other spam', async () => {
      const guest = await createLoggedInVisitor(start({ MESSAGES_PER_ADDRESS_PER_DAY: 2 }).app)
      const key = randomUUID()
      for (let attempt = 0; attempt < 3; attempt++) {
        expect((await guest.send({ key })).statusCode).toBe(202)
        expect((await guest.send({ body: createMessage({ email: 'ada' }) })).statusCode).toBe(422)
        expect((await guest.send({ body: { ...createMessage(), website: 'x' } })).statusCode).toBe(202)
      }
      expect(await sendAndReadFolder(guest, '127.0.0.1')).toBe('inbox')
      expect(await sendAndReadFolder(guest, '127.0.0.1')).toBe(SPAM)
    })

    test('a message beyond a limit keeps its id, and the log names the limit, but no address', async () => {
      const { lines, logStream, readEntries } = createTestLog()
      const options = { limits: { MESSAGES_PER_DAY: 0 }, logStream }
      const guest = await createLoggedInVisitor(createTestBackend(db, { LOG_LEVEL: 'warn' }, options).app)
      const key = randomUUID()
      const { messageId } = (await guest.send({ key, from: '198.51.100.7' })).json()
      expect((await guest.send({ key })).json()).toEqual({ messageId })
      const msg = 'message stored in the spam folder, not mailed'
      expect(readEntries()).toEqual([expect.objectContaining({ messageId, limit: 'MESSAGES_PER_DAY', msg })])
      expect(lines.join()).not.toContain('198.51')
    })

    test('a session that has sent its messages ends, and another captcha allows more', async () => {
      const guest = await createLoggedInVisitor(start({ MESSAGES_PER_SESSION: 3 }).app)
      const key = randomUUID()
      expect((await guest.send({ body: { ...createMessage(), website: 'x' } })).statusCode, 'spam counts').toBe(202)
      expect((await guest.send()).statusCode).toBe(202)
      expect((await guest.send({ key })).statusCode).toBe(202)
      const rows = await readRows()
      const { message } = expectProblem(await guest.send(), 401, 'no_session')
      expect(message).toBe('Your session has ended. Please try again.')
      expect(await readRows(), 'a refused message is counted nowhere').toEqual(rows)
      expect((await guest.send({ key })).statusCode, 'the form was sent before').toBe(202)
      await guest.login()
      expect((await guest.send()).statusCode).toBe(202)
    })
  })

  describe('of logins', () => {
    test.each([
      ['LOGINS_PER_ADDRESS', MINUTE, '60 seconds'],
      ['LOGINS_PER_ADDRESS_PER_HOUR', HOUR, '60 minutes'],
      ['LOGINS_PER_NETWORK_PER_HOUR', HOUR, '60 minutes'],
      ['LOGINS_PER_HOUR', HOUR, '60 minutes'],
    ])('§12 Messages: %s: further ones are refused with the time to wait', async (name, window, duration) => {
      const { visitor } = start({ [name]: 2 })
      for (let count = 0; count < 2; count++) expect((await visitor.login()).statusCode).toBe(200)
      const response = await visitor.login()
      const { message } = expectProblem(response, 429, 'rate_limited')
      expect(message).toBe(`That was too often. Please wait ${duration} and try again.`)
      expect(response.headers['retry-after']).toBe(String(window / 1000))
      expect(response.cookies).toEqual([])
      passTime(window - 1)
      expect((await visitor.login()).headers['retry-after']).toBe('1')
      passTime(1)
      expect((await visitor.login()).statusCode).toBe(200)
    })

    test('worthless tokens from many networks leave visitors of other networks able to send', async () => {
      const { app } = start({ LOGINS_PER_NETWORK_PER_HOUR: 5, LOGINS_PER_HOUR: 20 })
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

    test.each(['LOGINS_PER_NETWORK_PER_HOUR', 'LOGINS_PER_HOUR'])(
      'ones beyond %s are counted nowhere and add no rows',
      async (name) => {
        const { app } = start({ [name]: 5 })
        const login = async (host: number) =>
          (await createVisitor(app).login({ from: `2001:db8:7:${host.toString(16)}::1` })).statusCode
        for (let host = 1; host <= 5; host++) expect(await login(host)).toBe(200)
        const rows = await readRows()
        for (let host = 6; host <= 20; host++) expect(await login(host)).toBe(429)
        expect(await readRows()).toEqual(rows)
      },
    )

    test('do not count requests from other sites and malformed ones', async () => {
      const { visitor } = start({ LOGINS_PER_ADDRESS: 1 })
      await visitor.login({ headers: { origin: 'https://evil.example' } })
      await visitor.login({ headers: { ClientId: undefined } })
      await visitor.login({ body: '{' })
      await visitor.login({ body: { token: '' } })
      expect((await visitor.login()).statusCode).toBe(200)
    })

    test('use the address that a trusted proxy has added to X-Forwarded-For', async () => {
      const { visitor } = start({ LOGINS_PER_ADDRESS: 1 }, { TRUSTED_PROXIES: '10.0.0.0/8' })
      const login = async (from: string, forwarded: string) =>
        (await visitor.login({ from, headers: { 'x-forwarded-for': forwarded } })).statusCode
      expect(await login('10.1.2.3', '198.51.100.1')).toBe(200)
      expect(await login('10.1.2.3', '198.51.100.2')).toBe(200)
      expect(await login('10.1.2.3', '203.0.113.9, 198.51.100.2')).toBe(429)
      expect(await login('192.0.2.1', '198.51.100.3'), 'not trusted').toBe(200)
      expect(await login('192.0.2.1', '198.51.100.4'), 'not trusted').toBe(429)
    })

    test('use it also with a port, brackets and quotation marks', async () => {
      const { logStream, readEntries } = createTestLog()
      const env = { TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8', LOG_LEVEL: 'warn' }
      const { visitor } = createTestBackend(db, env, { limits: { LOGINS_PER_ADDRESS: 1 }, logStream })
      const login = async (forwarded: string, from = '10.1.2.3') =>
        (await visitor.login({ from, headers: { 'x-forwarded-for': forwarded } })).statusCode
      const visitors = [
        ['203.0.113.7:51034', '203.0.113.7', '"203.0.113.7"', ' "203.0.113.7:1" ', '[::ffff:203.0.113.7]:443'],
        ['[2001:db8::1]:443', '"[2001:db8::1]:80"', '[2001:db8::2]', '2001:db8::3', '"2001:db8::4"'],
        ['198.51.100.2:1, 10.9.9.9:4711, [fd00::1]:443', '198.51.100.2,"10.0.0.4"', '10.0.0.1:80,198.51.100.2:2'],
        ['198.51.100.9, unknown', 'unknown', '_hidden', '"', '[]:1', '203.0.113.7:http', '1.2.3:4', '198.51.100.8,""'],
      ]
      for (const [first = '', ...others] of visitors) {
        expect(await login(first), first).toBe(200)
        for (const other of others) expect(await login(other), other).toBe(429)
      }
      expect(await login('198.51.100.5:1', '192.0.2.1'), 'not trusted').toBe(200)
      for (const forged of ['198.51.100.6:1', '"10.0.0.1"', '[fd00::1]:1', 'unknown'])
        expect(await login(forged, '192.0.2.1'), 'not trusted').toBe(429)
      const lines = readEntries().filter(({ msg }) => msg.startsWith('X-Forwarded-For has no address'))
      expect(lines).toHaveLength(visitors.at(-1)?.length ?? 0)
      expect(JSON.stringify(lines)).not.toMatch(/unknown|hidden|(\d+\.){3}/)
    })
  })
})
