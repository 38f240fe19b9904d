import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import {
  createCaptchaToken,
  createLoggedInVisitor,
  createTestBackend,
  createVisitor,
  expectProblem,
  VALID_MESSAGE,
} from '#tests/setup/server/test-backend.ts'
import { countRequest } from './rate-limit.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms)

describeOnEachDatabase('a rate limit', (open) => {
  describe('for messages per session', () => {
    test('returns the time to wait, and ends after a minute', async () => {
      const { db, app } = createTestBackend(await open(), { MESSAGES_PER_SESSION: '2' })
      const guest = await createLoggedInVisitor(app)
      expect((await guest.send()).statusCode).toBe(202)
      passTime(15_000)
      expect((await guest.send()).statusCode).toBe(202)
      const response = await guest.send()
      const { message } = expectProblem(response, 429, 'rate_limited')
      expect(message).toBe('That was too often. Please wait 45 seconds and try again.')
      expect(response.headers['retry-after']).toBe('45')
      expect(await db.selectFrom('message').select('id').execute()).toHaveLength(2)
      expect(await db.selectFrom('outbox').select('message_id').execute()).toHaveLength(2)
      passTime(44_999)
      expect((await guest.send()).headers['retry-after']).toBe('1')
      passTime(1)
      expect((await guest.send()).statusCode).toBe(202)
    })

    test('does not count other sessions', async () => {
      const { app } = createTestBackend(await open(), { MESSAGES_PER_SESSION: '1' })
      for (const guest of [await createLoggedInVisitor(app), await createLoggedInVisitor(app)])
        expect((await guest.send()).statusCode).toBe(202)
    })

    test('does not apply to a message that is already stored', async () => {
      const { app } = createTestBackend(await open(), { MESSAGES_PER_SESSION: '1', MESSAGES_PER_ADDRESS: '1' })
      const guest = await createLoggedInVisitor(app)
      const key = randomUUID()
      const first = await guest.send({ key })
      for (let attempt = 0; attempt < 3; attempt++) {
        const { statusCode, body } = await guest.send({ key })
        expect([statusCode, body]).toEqual([202, first.body])
      }
      expectProblem(await guest.send({ key, body: { ...VALID_MESSAGE, name: 'Bob' } }), 409, 'key_reused')
      expectProblem(await guest.send(), 429, 'rate_limited')
    })

    test('does not count invalid or repeated requests', async () => {
      const { app } = createTestBackend(await open(), { MESSAGES_PER_SESSION: '2', MESSAGES_PER_ADDRESS: '2' })
      const guest = await createLoggedInVisitor(app)
      const key = randomUUID()
      for (let attempt = 0; attempt < 5; attempt++) {
        await guest.send({ body: '{' })
        await guest.send({ body: { ...VALID_MESSAGE, email: 'ada' } })
        await guest.send({ headers: { 'X-XSRF-TOKEN': 'forged' } })
        await guest.send({ headers: { origin: 'https://evil.example' } })
        await createVisitor(app).send()
        expect((await guest.send({ key })).statusCode).toBe(202)
      }
      expect((await guest.send()).statusCode).toBe(202)
      expectProblem(await guest.send(), 429, 'rate_limited')
    })

    test('counts spam', async () => {
      const { app } = createTestBackend(await open(), { MESSAGES_PER_SESSION: '1' })
      const guest = await createLoggedInVisitor(app)
      await guest.send({ body: { ...VALID_MESSAGE, website: 'x' } })
      expectProblem(await guest.send(), 429, 'rate_limited')
    })

    test('is exact for concurrent requests', async () => {
      const { db, app } = createTestBackend(await open(), { MESSAGES_PER_SESSION: '3' })
      const guest = await createLoggedInVisitor(app)
      const responses = await Promise.all(Array.from({ length: 12 }, () => guest.send()))
      const codes = responses.map(({ statusCode }) => statusCode)
      expect(codes.sort()).toEqual([...Array(3).fill(202), ...Array(9).fill(429)])
      expect(await db.selectFrom('message').select('id').execute()).toHaveLength(3)
    })
  })

  describe('per address', () => {
    test('counts the messages of all sessions', async () => {
      const { db, app } = createTestBackend(await open(), { MESSAGES_PER_ADDRESS: '2' })
      for (const status of [202, 202, 429]) {
        const guest = await createLoggedInVisitor(app)
        expect((await guest.send()).statusCode).toBe(status)
      }
      const other = await createLoggedInVisitor(app, '198.51.100.7')
      expect((await other.send({ from: '198.51.100.7' })).statusCode).toBe(202)
      expect(await db.selectFrom('message').select('id').execute()).toHaveLength(3)
    })

    test('counts logins, including those that the captcha rejects', async () => {
      const { db, visitor } = createTestBackend(await open(), { LOGINS_PER_ADDRESS: '3' })
      await visitor.login()
      await visitor.login({ body: { token: 'x' } })
      await visitor.login()
      const response = await visitor.login()
      expectProblem(response, 429, 'rate_limited')
      expect(response.headers['retry-after']).toBe('60')
      expect(response.cookies).toEqual([])
      expect(await db.selectFrom('session').select('id').execute()).toHaveLength(2)
      expect((await visitor.login({ from: '198.51.100.7' })).statusCode).toBe(200)
      passTime(60_000)
      expect((await visitor.login()).statusCode).toBe(200)
    })

    test('does not count logins from other sites or malformed logins', async () => {
      const { visitor } = createTestBackend(await open(), { LOGINS_PER_ADDRESS: '1' })
      for (let attempt = 0; attempt < 3; attempt++) {
        await visitor.login({ headers: { origin: 'https://evil.example' } })
        await visitor.login({ headers: { ClientId: undefined } })
        await visitor.login({ body: '{' })
        await visitor.login({ body: { token: '' } })
      }
      expect((await visitor.login()).statusCode).toBe(200)
    })

    test('counts an IPv6 /64 as one address', async () => {
      const { visitor } = createTestBackend(await open(), { LOGINS_PER_ADDRESS: '1' })
      expect((await visitor.login({ from: '2001:db8:0:1::1' })).statusCode).toBe(200)
      expectProblem(await visitor.login({ from: '2001:db8:0:1:ffff::2' }), 429, 'rate_limited')
      expect((await visitor.login({ from: '2001:db8:0:2::1' })).statusCode).toBe(200)
    })

    test('ignores X-Forwarded-For of untrusted clients', async () => {
      const { visitor } = createTestBackend(await open(), { LOGINS_PER_ADDRESS: '1' })
      await visitor.login({ headers: { 'x-forwarded-for': '198.51.100.1' } })
      const response = await visitor.login({ headers: { 'x-forwarded-for': '198.51.100.2' } })
      expectProblem(response, 429, 'rate_limited')
    })

    test('uses the address that a trusted proxy appended to X-Forwarded-For', async () => {
      const env = { LOGINS_PER_ADDRESS: '1', TRUSTED_PROXIES: '10.0.0.0/8,127.0.0.1' }
      const { visitor } = createTestBackend(await open(), env)
      const loginFor = (forwarded: string) =>
        visitor.login({ from: '10.1.2.3', headers: { 'x-forwarded-for': forwarded } })
      expect((await loginFor('198.51.100.1')).statusCode).toBe(200)
      expect((await loginFor('198.51.100.2')).statusCode).toBe(200)
      expectProblem(await loginFor('203.0.113.9, 198.51.100.2'), 429, 'rate_limited')
      expectProblem(await loginFor('198.51.100.2, 127.0.0.1'), 429, 'rate_limited')
    })

    test('counts an invalid X-Forwarded-For of a trusted proxy as the proxy', async () => {
      const { visitor } = createTestBackend(await open(), { LOGINS_PER_ADDRESS: '1', TRUSTED_PROXIES: '10.0.0.0/8' })
      const loginFor = (forwarded: string) =>
        visitor.login({ from: '10.1.2.3', headers: { 'x-forwarded-for': forwarded } })
      expect((await loginFor('unknown')).statusCode).toBe(200)
      expectProblem(await loginFor('x'.repeat(4_000)), 429, 'rate_limited')
    })
  })

  test('is exact across servers', async () => {
    const databases = [await open(), await open()]
    const counts = Array.from({ length: 40 }, (_, index) => databases[index % 2])
    const limit = { name: 'LOGINS_PER_ADDRESS', key: 'logins of nobody', max: 25, windowMs: 60_000 } as const
    const results = await Promise.all(counts.map(async (db) => db && (await countRequest(db, [limit]))))
    expect(results.filter((exceeded) => exceeded === undefined)).toHaveLength(25)
  })

  test('for logins does not count the same token from another address', async () => {
    const { visitor } = createTestBackend(await open(), { LOGINS_PER_ADDRESS: '2' })
    const body = { token: createCaptchaToken() }
    await visitor.login({ body, from: '198.51.100.7' })
    expectProblem(await visitor.login({ body }), 403, 'captcha_refused')
    expect((await visitor.login()).statusCode).toBe(200)
  })
})
