import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ANTI_FORGERY_COOKIE } from '#shared/constants.ts'
import {
  createTestBackend,
  createTestDatabase,
  emptyTables,
  expectProblem,
  PRODUCTION_ENV,
} from '#tests/setup/backend.ts'
import { createCaptchaToken, createLoggedInVisitor, createVisitor } from '#tests/setup/messages.ts'

const MINUTE = 60_000

const database = await createTestDatabase(afterAll)

beforeEach(async () => {
  await emptyTables(database.db)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('§3.9 §7.2 a guest session is created by a login, valid on each server until it expires, and stored without its secret', async () => {
  const { db, visitor } = createTestBackend(database.db)
  const response = await visitor.login()
  const [session, ...more] = await db.selectFrom('session').selectAll().execute()
  expect(more).toEqual([])
  const tokens = await db.selectFrom('used_captcha').select('expires_at').execute()
  expect(tokens).toEqual([{ expires_at: Date.now() + 10 * MINUTE }]) // providers accept one for five minutes at most
  expect(response.json()).toEqual({ sessionId: session?.id, expiresOn: '2026-03-01T13:00:00.000Z' })
  const exposed = response.body + JSON.stringify(session)
  for (const { value } of response.cookies) expect(exposed).not.toContain(value)
  const elsewhere = createVisitor(createTestBackend(database.db).app)
  for (const [name, value] of visitor.cookies) elsewhere.cookies.set(name, value)
  const validation = await elsewhere.validate()
  expect([validation.statusCode, validation.body]).toEqual([204, ''])
  vi.setSystemTime(Date.now() + 60 * MINUTE - 1)
  expect((await elsewhere.validate()).statusCode).toBe(204)
  vi.setSystemTime(Date.now() + 1)
  expectProblem(await elsewhere.validate(), 401, 'no_session')
})

describe('a login', () => {
  const SITE = 'https://www.blackland.example'

  test.each([
    [{}, {}],
    [{ COOKIE_DOMAIN: 'blackland.example' }, { domain: 'blackland.example' }],
  ])(
    'sets a session cookie that scripts cannot read, and an anti-forgery cookie that they can: %o',
    async (env, domain) => {
      const { visitor } = createTestBackend(database.db, { SITE_ORIGINS: SITE, ...env })
      const body = { token: createCaptchaToken({ hostname: new URL(SITE).hostname }) }
      const { cookies } = await visitor.login({ body, headers: { origin: SITE } })
      const value = expect.stringMatching(/^[\w-]{43}$/)
      const rules = { value, path: '/', secure: true, sameSite: 'Strict', maxAge: 3_600 }
      expect(cookies).toEqual([
        { name: '__Host-session', httpOnly: true, ...rules },
        { name: ANTI_FORGERY_COOKIE, ...rules, ...domain },
      ])
    },
  )

  test.each(['127.0.0.1', 'localhost:3000', '[::1]'])(
    'sets cookies on a page of %s that WebKit stores without TLS',
    async (host) => {
      const origin = `http://${host}`
      const { app, visitor } = createTestBackend(database.db, { SITE_ORIGINS: origin })
      const body = { token: createCaptchaToken({ hostname: new URL(origin).hostname }) }
      const { cookies } = await visitor.login({ body, headers: { origin } })
      const [secure, antiForgery, session] = cookies
      const rules = { value: expect.stringMatching(/^[\w-]{43}$/), path: '/', sameSite: 'Strict', maxAge: 3_600 }
      expect(cookies).toEqual([
        { name: '__Host-session', httpOnly: true, secure: true, ...rules },
        { name: ANTI_FORGERY_COOKIE, ...rules },
        { name: 'session', httpOnly: true, ...rules, value: secure?.value },
      ])
      const webkit = createVisitor(app)
      for (const { name = '', value = '' } of [session ?? {}, antiForgery ?? {}]) webkit.cookies.set(name, value)
      expect((await webkit.send({ headers: { origin } })).statusCode).toBe(202)
    },
  )

  test('in production only the secure cookie is accepted', async () => {
    const guest = await createLoggedInVisitor(createTestBackend(database.db).app)
    const production = createTestBackend(database.db, PRODUCTION_ENV)
    const session = guest.cookies.get('session') ?? ''
    const validate = (cookie: string) => production.visitor.validate({ headers: { cookie } })
    expect((await validate(`__Host-session=${session}`)).statusCode).toBe(204)
    expectProblem(await validate(`session=${session}`), 401, 'no_session')
  })

  test('is rejected with an invalid captcha token', async () => {
    const claims = [{ action: 'buy' }, { hostname: 'evil.example' }, { score: 1 }]
    const { db, visitor } = createTestBackend(database.db)
    for (const token of [...claims.map(createCaptchaToken), 'x']) {
      const response = await visitor.login({ body: { token } })
      expectProblem(response, 403, 'captcha_refused', token)
      expect(response.cookies).toEqual([])
    }
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([])
  })
})

test('§4.6 a validation fails without a valid session cookie', async () => {
  const { visitor } = createTestBackend(database.db)
  const values = ['', 'A'.repeat(43), '%E0%A4%A'].map((value) => `__Host-session=${value}`)
  for (const cookie of [undefined, ...values, ';;=;,\u00ff'])
    expectProblem(await visitor.validate({ headers: { cookie } }), 401, 'no_session', cookie)
})
