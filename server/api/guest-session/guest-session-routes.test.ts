import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApiServer } from '#server/api/api-server.ts'
import { deleteExpiredRows } from '#server/api/expiry-cleanup.ts'
import type { Database } from '#server/database/schema.ts'
import { ANTI_FORGERY_COOKIE } from '#shared/constants.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import {
  createCaptchaToken,
  createLoggedInVisitor,
  createTestBackend,
  createTestConfig,
  createVisitor,
  expectProblem,
  PRODUCTION_ENV,
} from '#tests/setup/server/test-backend.ts'

const MINUTE = 60_000

afterEach(() => {
  vi.useRealTimers()
})

const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') })

const sessions = (db: Database) => db.selectFrom('session').selectAll().execute()

describeOnEachDatabase('a guest session', (open) => {
  describe('a login', () => {
    test('returns the session id and its end, and sets the secret as a cookie', async () => {
      stopClock()
      const origin = 'https://www.blackland.example'
      const { db, visitor } = createTestBackend(await open(), { SESSION_MINUTES: '90', SITE_ORIGINS: origin })
      const token = createCaptchaToken({ hostname: new URL(origin).hostname })
      const response = await visitor.login({ body: { token }, headers: { origin } })
      expect(response.statusCode).toBe(200)
      const [session] = await sessions(db)
      expect(response.json()).toEqual({ sessionId: session?.id, expiresOn: '2026-03-01T13:30:00.000Z' })
      expect(session).toMatchObject({ created_at: Date.now(), expires_at: Date.now() + 90 * MINUTE })
      const attributes = { path: '/', secure: true, sameSite: 'Strict', maxAge: 5_400 }
      expect(response.cookies).toEqual([
        { name: '__Host-session', value: expect.stringMatching(/^[\w-]{43}$/), httpOnly: true, ...attributes },
        { name: ANTI_FORGERY_COOKIE, value: expect.stringMatching(/^[\w-]{43}$/), ...attributes },
      ])
      expect(response.headers['cache-control']).toBe('no-store')
    })

    test('neither returns nor stores the secret', async () => {
      const { db, visitor } = createTestBackend(await open())
      const response = await visitor.login()
      const [secret, antiForgery] = response.cookies.map(({ value }) => value)
      const exposed = response.body + JSON.stringify(await sessions(db))
      expect(exposed).not.toContain(secret)
      expect(exposed).not.toContain(antiForgery)
    })

    test('sets the domain of the anti-forgery cookie only, if COOKIE_DOMAIN is set', async () => {
      const origin = 'https://www.blackland.example'
      const { visitor } = createTestBackend(await open(), { COOKIE_DOMAIN: 'blackland.example', SITE_ORIGINS: origin })
      const token = createCaptchaToken({ hostname: new URL(origin).hostname })
      const { cookies } = await visitor.login({ body: { token }, headers: { origin } })
      expect(cookies.map(({ domain }) => domain)).toEqual([undefined, 'blackland.example'])
    })

    test('sets cookies on a loopback page that WebKit stores without TLS', async () => {
      const { app, visitor } = createTestBackend(await open())
      const { cookies } = await visitor.login()
      expect(cookies.map(({ name, secure }) => [name, secure])).toEqual([
        ['__Host-session', true],
        [ANTI_FORGERY_COOKIE, undefined],
        ['session', undefined],
      ])
      const [secure, antiForgery, session] = cookies
      expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', value: secure?.value })
      const webkit = createVisitor(app)
      for (const { name = '', value = '' } of [session ?? {}, antiForgery ?? {}]) webkit.cookies.set(name, value)
      expect((await webkit.validate()).statusCode).toBe(204)
      expect((await webkit.send()).statusCode).toBe(202)
    })

    test('accepts only the secure cookies in production', async () => {
      const db = await open()
      const app = createApiServer({ db, config: createTestConfig(PRODUCTION_ENV) })
      const guest = await createLoggedInVisitor(createTestBackend(db).app)
      const session = guest.cookies.get('session') ?? ''
      const validate = (cookie: string) => createVisitor(app).validate({ headers: { cookie } })
      expect((await validate(`__Host-session=${session}`)).statusCode).toBe(204)
      expectProblem(await validate(`session=${session}`), 401, 'no_session')
    })

    test('creates another session, and the first one stays valid', async () => {
      const { db, app } = createTestBackend(await open())
      const first = await createLoggedInVisitor(app)
      const second = await createLoggedInVisitor(app)
      const firstCookies = new Map(first.cookies)
      await first.login()
      expect(first.cookies.get('__Host-session')).not.toBe(firstCookies.get('__Host-session'))
      expect(await sessions(db)).toHaveLength(3)
      for (const [name, value] of firstCookies) second.cookies.set(name, value)
      expect((await second.validate()).statusCode).toBe(204)
    })
  })

  describe('a login is rejected', () => {
    test('with an invalid captcha token', async () => {
      const tokens = {
        'of another action': createCaptchaToken({ action: 'buy' }),
        'of another host': createCaptchaToken({ hostname: 'evil.example' }),
        'too old': createCaptchaToken({ time: Date.now() - 2 * MINUTE - 1_000 }),
        'of the future': createCaptchaToken({ time: Date.now() + 5 * MINUTE }),
        'with an unknown claim': createCaptchaToken({ admin: true }),
        'without randomness': createCaptchaToken({ random: '' }),
        'not a token': 'x',
        'not an object': Buffer.from('7').toString('base64'),
      }
      const { db, visitor } = createTestBackend(await open())
      for (const [description, token] of Object.entries(tokens)) {
        const response = await visitor.login({ body: { token } })
        expectProblem(response, 403, 'captcha_refused', description)
        expect(response.cookies, description).toEqual([])
      }
      expect(await sessions(db)).toEqual([])
    })

    test('with a captcha token that has been used', async () => {
      const { db, app, visitor } = createTestBackend(await open())
      const body = { token: createCaptchaToken() }
      expect((await visitor.login({ body })).statusCode).toBe(200)
      expectProblem(await createTestBackend(db).visitor.login({ body }), 403, 'captcha_refused')
      expect(await sessions(db)).toHaveLength(1)
      await createLoggedInVisitor(app)
    })

    test('for all but one of concurrent requests with one captcha token', async () => {
      const { db, visitor } = createTestBackend(await open())
      const body = { token: createCaptchaToken() }
      const responses = await Promise.all(Array.from({ length: 10 }, () => visitor.login({ body })))
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(403)])
      expect(await sessions(db)).toHaveLength(1)
    })

    test('with a body that violates the contract', async () => {
      const { db, visitor } = createTestBackend(await open())
      for (const body of [{}, { token: '' }, { token: 'x'.repeat(8193) }, { token: 7 }, { token: null }]) {
        const { fields } = expectProblem(await visitor.login({ body }), 422, 'invalid_fields')
        expect(Object.keys(fields ?? {})).toEqual(['token'])
      }
      expectProblem(await visitor.login({ body: { token: 'x', sessionId: 'x' } }), 422, 'unknown_fields')
      expect(await sessions(db)).toEqual([])
    })

    test('with invalid headers or an invalid body', async () => {
      const { db, visitor } = createTestBackend(await open())
      const requests = [
        [{ body: '{' }, 400, 'malformed_body'],
        [{ body: undefined }, 400, 'malformed_body'],
        [{ body: [createCaptchaToken()] }, 400, 'malformed_body'],
        [{ headers: { 'content-type': 'text/plain' } }, 415, 'not_json'],
        [{ headers: { 'content-encoding': 'gzip' } }, 415, 'encoded_body'],
        [{ body: ' '.repeat(33 * 1024) }, 413, 'body_too_large'],
        [{ headers: { ClientId: undefined } }, 400, 'missing_header'],
        [{ headers: { EnvironmentId: undefined } }, 400, 'missing_header'],
        [{ headers: { origin: 'https://evil.example' } }, 403, 'foreign_origin'],
        [{ headers: { origin: undefined } }, 403, 'foreign_origin'],
      ] as const
      for (const [call, status, code] of requests) {
        const response = await visitor.login(call)
        expectProblem(response, status, code)
        expect(response.cookies).toEqual([])
      }
      expect(await sessions(db)).toEqual([])
    })
  })

  describe('a validation', () => {
    test('succeeds until the session expires', async () => {
      stopClock()
      const { app } = createTestBackend(await open(), { SESSION_MINUTES: '1' })
      const guest = await createLoggedInVisitor(app)
      const response = await guest.validate()
      expect([response.statusCode, response.body]).toEqual([204, ''])
      vi.setSystemTime(Date.now() + MINUTE - 1)
      expect((await guest.validate()).statusCode).toBe(204)
      vi.setSystemTime(Date.now() + 1)
      expectProblem(await guest.validate(), 401, 'no_session')
    })

    test('fails without a valid session cookie', async () => {
      const { visitor } = createTestBackend(await open())
      const cookies = [
        undefined,
        '__Host-session=',
        `__Host-session=${'A'.repeat(43)}`,
        `session=${'A'.repeat(43)}`,
        '__Host-session=%E0%A4%A',
        `__Host-session=${'A'.repeat(8_000)}`,
        ';;=;,\u00ff',
      ]
      for (const cookie of cookies)
        expectProblem(await visitor.validate({ headers: { cookie } }), 401, 'no_session', cookie)
    })

    test('requires the client headers', async () => {
      const { app } = createTestBackend(await open())
      const guest = await createLoggedInVisitor(app)
      expectProblem(await guest.validate({ headers: { ClientId: '4' } }), 400, 'wrong_client')
      expectProblem(await guest.validate({ headers: { EnvironmentId: 'x' } }), 400, 'wrong_environment')
      expectProblem(await guest.validate({ headers: { origin: 'https://evil.example' } }), 403, 'foreign_origin')
    })
  })

  test('is deleted by the cleanup when it has expired', async () => {
    stopClock()
    const { db, app } = createTestBackend(await open(), { SESSION_MINUTES: '5' })
    const first = await createLoggedInVisitor(app)
    await first.send()
    vi.setSystemTime(Date.now() + 24 * 60 * MINUTE)
    await createLoggedInVisitor(app)
    await deleteExpiredRows(db)
    expect(await sessions(db)).toHaveLength(1)
    expect(await db.selectFrom('used_captcha').select('token_hash').execute()).toHaveLength(1)
    const rates = await db.selectFrom('rate').select(['key', 'resets_at']).execute()
    expect(rates.map(({ key }) => key)).toContain('LOGINS_PER_ADDRESS 127.0.0.1')
    expect(rates.filter(({ resets_at }) => resets_at <= Date.now())).toEqual([])
    expect(await db.selectFrom('message').select('id').execute()).toHaveLength(1)
  })
})
