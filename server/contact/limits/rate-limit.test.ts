import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RATE_LIMITS } from '#server/config/rate-limits.ts'
import { parseServerConfig } from '#server/config/server-config.ts'
import {
  createTestBackend,
  createTestDatabase,
  createTestLog,
  emptyTables,
  expectProblem,
} from '#tests/setup/backend.ts'
import { createLoggedInVisitor, createMessage, createVisitor, type Visitor } from '#tests/setup/messages.ts'
import { countRequest, createRateLimitError, findReachedLimit, takeFromBuckets } from './rate-limit.ts'

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

test('the time to wait is rounded up: seconds up to two minutes, minutes up to two hours, then hours', () => {
  const times = [1, 2, 120, 121, 7_200, 7_201].map((retryAfter) => {
    const { status, message } = createRateLimitError({ name: 'NARROW', retryAfter })
    return `${status} ${message.replace(/^That was too often. Please wait (.*) and try again.$/, '$1')}`
  })
  expect(times).toEqual(
    ['a second', '2 seconds', '120 seconds', '3 minutes', '120 minutes', '3 hours'].map((time) => `429 ${time}`),
  )
})

test('a bucket allows its requests at once, and others as it refills', async () => {
  const bucket = { name: 'BUCKET', key: 'BUCKET a', max: 3, windowMs: 3 * MINUTE }
  /** Takes from the bucket, and rolls back beyond it. */
  const take = () =>
    db
      .transaction()
      .execute(async (tx) => {
        const exceeded = await takeFromBuckets(tx, [bucket])
        if (exceeded) throw exceeded
      })
      .catch((error: unknown) => error)
  for (let count = 0; count < 3; count++) expect(await take()).toBeUndefined()
  passTime(15_000)
  expect(await take()).toEqual({ name: 'BUCKET', retryAfter: 45 })
  passTime(44_999)
  expect(await take()).toEqual({ name: 'BUCKET', retryAfter: 1 })
  passTime(1)
  expect(await take()).toBeUndefined()
  expect(await take()).toEqual({ name: 'BUCKET', retryAfter: 60 })
  passTime(-13 * HOUR) // the clock was ahead
  expect(await take()).toBeUndefined()
  expect(await readRows()).toEqual([{ key: 'BUCKET a', count: 1, resets_at: Date.now() + MINUTE }])
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

  test('§12.29 are eleven at most, and end within a day', () => {
    expect(RATE_LIMITS.map(({ max }) => max)).toEqual([10, 50, 50, 25, 2_500, 300, 1_500, 20, 200, 1_000, 20_000])
    for (const { windowMs } of RATE_LIMITS) expect(windowMs).toBeLessThanOrEqual(24 * HOUR - MINUTE)
  })

  describe('of messages', () => {
    const DAY = 24 * HOUR - 2 * MINUTE

    test.each(['MESSAGES_PER_ADDRESS_PER_DAY', 'MESSAGES_PER_NETWORK_PER_DAY', 'MESSAGES_PER_DAY'])(
      '§12.21 %s: further ones are stored in the spam folder until the window ends',
      async (name) => {
        // Half of the messages of all visitors are a reserve for other networks.
        const guest = await createLoggedInVisitor(start({ [name]: name === 'MESSAGES_PER_DAY' ? 4 : 2 }).app)
        expect(await sendAndReadFolder(guest)).toBe('inbox')
        passTime(DAY - 1)
        expect(await sendAndReadFolder(guest)).toBe('inbox')
        expect(await sendAndReadFolder(guest)).toBe(SPAM)
        passTime(1)
        expect(await sendAndReadFolder(guest)).toBe('inbox')
      },
    )

    test('an address beyond its limit does not use up the limits of its network and of all visitors', async () => {
      const limits = { MESSAGES_PER_ADDRESS_PER_DAY: 2, MESSAGES_PER_NETWORK_PER_DAY: 4, MESSAGES_PER_DAY: 10 }
      const guest = await createLoggedInVisitor(start(limits).app)
      const send = (from: string) => sendAndReadFolder(guest, from)
      for (const folder of ['inbox', 'inbox', SPAM, SPAM, SPAM, SPAM]) expect(await send('198.51.100.1')).toBe(folder)
      for (const folder of ['inbox', 'inbox', SPAM, SPAM, SPAM]) expect(await send('198.51.100.2')).toBe(folder)
      expect(await send('198.51.100.3'), 'same network').toBe(SPAM)
      expect(await send('203.0.113.1'), 'another network').toBe('inbox')
      expect(await send('203.0.113.1'), 'the limit of all visitors').toBe(SPAM)
    })

    describe('with a reserve', () => {
      /** The network of each address sends as many messages: one more than are mailed of it. Returns the number of all mails. */
      async function attack(guest: Visitor, addresses: readonly string[], messages = 6): Promise<number> {
        for (const from of addresses) for (let count = 0; count < messages; count++) await guest.send({ from })
        return (await db.selectFrom('outbox').select('message_id').execute()).length
      }

      /** Starts with the limits of a tenth of the default. */
      async function startWithReserve() {
        const { rateLimits } = parseServerConfig({ MESSAGES_PER_DAY: '250' })
        const limits = Object.fromEntries(rateLimits.map(({ name, max }) => [name, max]))
        return createLoggedInVisitor(start({ ...limits, MESSAGES_PER_SESSION: 1_000_000 }).app)
      }

      const list = (count: number, format: (index: number) => string) =>
        Array.from({ length: count }, (_, n) => format(n))

      test.each<readonly [title: string, mailed: number, addresses: readonly string[]]>([
        ['14 networks', 14 * 5, list(14, (n) => `203.0.${n}.1`)],
        ['30 networks of as many providers', 125 + 2, list(30, (n) => `100.${n}.0.1`)],
        ['an IPv6 /44', 16 * 5, list(16, (n) => `2001:db8:7${n.toString(16)}::1`)],
        ['an IPv6 /32', 125 + 2, list(60, (n) => `2001:db8:${n.toString(16)}::1`)],
      ])('§12.25 %s leave visitors of others able to reach the office', async (_, mailed, addresses) => {
        const guest = await startWithReserve()
        expect(await attack(guest, addresses)).toBeLessThanOrEqual(mailed + 3)
        for (const from of ['198.51.100.7', '198.51.101.7', '2001:db9::1'])
          expect(await sendAndReadFolder(guest, from)).toBe('inbox')
      })

      test('§12.25 it takes 50 providers with several networks each to use the reserve up', async () => {
        const guest = await startWithReserve()
        const listProviders = (network: number) => list(49, (n) => `100.${n}.${network}.1`)
        await attack(guest, listProviders(0))
        // Only the first message of a network is from the reserve.
        for (const network of [1, 2]) await attack(guest, listProviders(network), 1)
        expect(await sendAndReadFolder(guest, '198.51.100.7')).toBe('inbox')
        expect(await sendAndReadFolder(guest, '198.51.100.7'), 'not the first one').toBe(SPAM)
        const others = [0, 1].flatMap((network) => list(40, (n) => `101.${n}.${network}.1`))
        expect(await attack(guest, others, 1)).toBe(250)
        expect(await sendAndReadFolder(guest, '192.0.2.1')).toBe(SPAM)
      })
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
    ])('§12.21 %s: further ones are refused with the time to wait', async (name, window, duration) => {
      const { visitor } = start({ [name]: 2 })
      for (let count = 0; count < 2; count++) expect((await visitor.login()).statusCode).toBe(200)
      const response = await visitor.login()
      const { message } = expectProblem(response, 429, 'rate_limited')
      expect(message).toBe(`That was too often. Please wait ${duration} and try again.`)
      expect(response.headers['retry-after']).toBe(String(window / 1000))
      expect(response.cookies).toEqual([])
      passTime(window - 1)
      const last = await visitor.login()
      expect([last.headers['retry-after'], last.json().message]).toEqual(['1', expect.stringContaining(' a second ')])
      passTime(1)
      expect((await visitor.login()).statusCode).toBe(200)
    })

    test('§12.26 1,000 worthless tokens of a network, 200 of an address, lock out none of its visitors', async () => {
      const limits = Object.fromEntries(RATE_LIMITS.map(({ name, max }) => [name, max]))
      const { app } = start(limits)
      const loginAs = async (from: string, options = {}) =>
        (await createVisitor(app).login({ from, ...options })).statusCode
      const flood = async (times: number, from: string) => {
        for (let count = 0; count < times; count++) expect(await loginAs(from, { body: { token: 'x' } })).toBe(403)
      }
      for (const host of [1, 2, 3, 4, 5]) await flood(200, `198.51.100.${host}`)
      for (const host of [1, 5, 6]) expect(await loginAs(`198.51.100.${host}`)).toBe(200)
      // The calls of the captcha's provider are limited; who is refused waits for seconds.
      await flood(99, '198.51.100.1')
      const refused = await createVisitor(app).login({ from: '198.51.100.1' })
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3'])
      passTime(3_000)
      expect(await loginAs('198.51.100.1')).toBe(200)
      for (const host of [6, 7]) await flood(host === 6 ? 299 : 103, `198.51.100.${host}`)
      expect(await loginAs('198.51.100.8')).toBe(429)
      expect(await loginAs('198.51.101.8'), 'another network').toBe(200)
    })

    test('worthless tokens from many networks leave visitors of other networks able to send', async () => {
      const { app } = start({ LOGIN_REQUESTS_PER_NETWORK: 5, LOGINS_PER_HOUR: 20 })
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

    test('§12.47 §12.48 use the address that a trusted proxy has added to X-Forwarded-For', async () => {
      const { visitor } = start({ LOGINS_PER_ADDRESS: 1 }, { TRUSTED_PROXIES: '10.0.0.0/8' })
      const login = async (from: string, forwarded: string) =>
        (await visitor.login({ from, headers: { 'x-forwarded-for': forwarded } })).statusCode
      expect(await login('10.1.2.3', '198.51.100.1')).toBe(200)
      expect(await login('10.1.2.3', '198.51.100.2')).toBe(200)
      expect(await login('10.1.2.3', '203.0.113.9, 198.51.100.2')).toBe(429)
      expect(await login('192.0.2.1', '198.51.100.3'), 'not trusted').toBe(200)
      expect(await login('192.0.2.1', '198.51.100.4'), 'not trusted').toBe(429)
    })

    test('§12.47 §12.48 use it also with a port, brackets and quotation marks', async () => {
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
