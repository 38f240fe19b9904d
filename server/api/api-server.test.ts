import { createContext, runInContext } from 'node:vm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { databaseTime } from '#server/database/database-time.ts'
import type { Database } from '#server/database/schema.ts'
import { createMonitoring } from '#server/monitoring/monitoring.ts'
import { CAPTCHA_ACTION } from '#shared/constants.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { HEALTH_TOKEN } from '#tests/setup/server/health.ts'
import {
  createLoggedInVisitor,
  createTestBackend,
  createTestConfig,
  expectNoStoredMessages,
  expectProblem,
  PRODUCTION_ENV,
  SITE_ORIGIN,
} from '#tests/setup/server/test-backend.ts'
import { createApiServer } from './api-server.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A configured provider. These tests send no request to it. */
const PROVIDER = { CAPTCHA_SECRET: 'x', CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/' }

describeOnEachDatabase('the API server', (open) => {
  describe('health', () => {
    const details = async (db: Database) => {
      const monitoring = createMonitoring(parseMonitoringConfig({ HEALTH_TOKEN, DISK_FREE_MB: '0' }))
      const { app } = createTestBackend(db, {}, { monitoring }) // a new one each time: results are kept for seconds
      const headers = { authorization: `Bearer ${HEALTH_TOKEN}` }
      return (await app.inject({ url: '/health', headers })).json()
    }

    test('requires no client headers', async () => {
      const { app } = createTestBackend(await open())
      for (const url of ['/health', '/health/ready', '/health/live']) {
        const response = await app.inject(url)
        expect([response.statusCode, response.body]).toEqual([200, '{"status":"ok"}'])
        expect(response.headers['cache-control']).toBe('no-store')
      }
    })

    test('reports counts of waiting and dead emails to authorized readers', async () => {
      const { db, app } = createTestBackend(await open())
      const guest = await createLoggedInVisitor(app)
      const ids: string[] = []
      for (const age of [1_000_000, 500_000, 0]) {
        const id: string = (await guest.send()).json().messageId
        const queued = (await databaseTime(db)) - age
        await db.updateTable('outbox').set({ queued_at: queued }).where('message_id', '=', id).execute()
        ids.push(id)
      }
      const [first = '', second = '', third = ''] = ids
      /** The age is rounded down to 100 s, because the test itself takes time. */
      const outbox = async () => {
        const { oldestWaitingSeconds: age, ...counts } = (await details(db)).checks.outbox
        return { ...counts, age: age === null ? null : Math.floor(age / 100) * 100 }
      }
      expect(await outbox()).toEqual({ status: 'ok', waiting: 3, dead: 0, age: 1_000 })
      await db.updateTable('outbox').set({ state: 'sent' }).where('message_id', '=', first).execute()
      expect(await outbox()).toEqual({ status: 'ok', waiting: 2, dead: 0, age: 500 })
      await db.updateTable('outbox').set({ state: 'dead' }).where('message_id', 'in', [second, third]).execute()
      expect(await outbox()).toEqual({ status: 'ok', waiting: 0, dead: 2, age: null })
    })

    test('is degraded, but ready, while an email has waited for more than 30 minutes', async () => {
      const { db, app } = createTestBackend(await open())
      await (await createLoggedInVisitor(app)).send()
      await db
        .updateTable('outbox')
        .set(({ eb }) => ({ queued_at: eb('queued_at', '-', 30 * 60_000 + 1_000) }))
        .execute()
      const report = await details(db)
      expect([report.status, report.checks.outbox.status]).toEqual(['degraded', 'degraded'])
      const response = await app.inject('/health')
      expect([response.statusCode, response.body]).toEqual([200, '{"status":"ok"}'])
    })

    test('leaves no row in the database', async () => {
      const db = await open()
      expect((await details(db)).checks.database).toMatchObject({ status: 'ok', writeMs: expect.any(Number) })
      await expectNoStoredMessages(db)
    })
  })

  test('responds with 503 while the database is not available', async () => {
    const { db, app, visitor } = createTestBackend(await open())
    const guest = await createLoggedInVisitor(app)
    await db.destroy()
    for (const response of [await visitor.login(), await guest.validate(), await guest.send()]) {
      expectProblem(response, 503, 'unavailable')
      expect(response.headers['retry-after']).toBe('5')
    }
    const ready = await app.inject('/health/ready')
    expect([ready.statusCode, ready.body]).toEqual([503, '{"status":"failed"}'])
    expect((await app.inject('/health/live')).statusCode).toBe(200)
  })

  test('rejects invalid requests as usual while the database is not available', async () => {
    const { db, visitor } = createTestBackend(await open())
    await db.destroy()
    expectProblem(await visitor.send({ body: '{' }), 400, 'malformed_body')
    expectProblem(await visitor.send(), 401, 'no_session')
    expectProblem(await visitor.request({ url: '/contact' }), 405, 'wrong_method')
  })

  test('responds with 404 to unknown paths', async () => {
    const { visitor } = createTestBackend(await open())
    const requests = [
      ['GET', '/'],
      ['GET', '/api/health'],
      ['GET', '/contact/'],
      ['GET', '/Contact?x=1'],
      ['POST', '/auth'],
      ['GET', '/auth/validate/x'],
      ['GET', '/%zz'],
      ['GET', '/(/:a(.*)/*'],
      ['GET', `/${'x'.repeat(4_000)}`],
      ['GET', '//evil.example/'],
      ['GET', '/constructor'],
      ['DELETE', '/message/1'],
    ] as const
    for (const [method, url] of requests) expectProblem(await visitor.request({ method, url }), 404, 'not_found', url)
  })

  test('responds with 405 and the allowed methods', async () => {
    const { visitor } = createTestBackend(await open())
    const requests = [
      ['GET', '/contact', 'POST'],
      ['PUT', '/contact?x=1', 'POST'],
      ['DELETE', '/auth/guest', 'POST'],
      ['POST', '/auth/validate', 'GET, HEAD'],
      ['POST', '/health', 'GET, HEAD'],
    ] as const
    for (const [method, url, allowed] of requests) {
      const response = await visitor.request({ method, url })
      expectProblem(response, 405, 'wrong_method', url)
      expect(response.headers.allow, url).toBe(allowed)
    }
  })

  test('responds to HEAD without a body', async () => {
    const { app } = createTestBackend(await open())
    for (const [url, status] of [
      ['/health', 200],
      ['/contact', 405],
      ['/nowhere', 404],
    ] as const) {
      const response = await app.inject({ method: 'HEAD', url })
      expect([response.statusCode, response.body]).toEqual([status, ''])
    }
  })

  test('does not reveal its software in responses', async () => {
    const { visitor } = createTestBackend(await open())
    for (const response of [await visitor.login(), await visitor.validate(), await visitor.send({ body: '{' })]) {
      expect(Object.keys(response.headers).join()).not.toMatch(/server|powered|version|request-id/i)
      expect(JSON.stringify([response.headers, response.body])).not.toMatch(/fastify|node|sqlite|postgres/i)
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  const SECURITY = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }

  test('sends security headers with every response', async () => {
    const { app, visitor } = createTestBackend(await open())
    const responses = [
      await visitor.login(),
      await visitor.send({ body: '{' }),
      ...(await Promise.all(['/health', '/nowhere', '/%'].map((url) => app.inject(url)))),
    ]
    for (const { headers } of responses) {
      expect(headers).toMatchObject(SECURITY)
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })

  test('allows pages of any host to load the local captcha script only', async () => {
    const { app } = createTestBackend(await open())
    expect((await app.inject('/captcha.js')).headers).toMatchObject({
      ...SECURITY,
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  test('sends Strict-Transport-Security if all origins are https', async () => {
    const hasHsts = async (origins: string) => {
      const { app } = createTestBackend(await open(), { SITE_ORIGINS: origins })
      return 'strict-transport-security' in (await app.inject('/health')).headers
    }
    expect(await hasHsts('https://www.site.example')).toBe(true)
    expect(await hasHsts('https://www.site.example,http://127.0.0.1:3000')).toBe(false)
  })

  describe('on another origin than the site', () => {
    const preflight = (origin: string) => ({
      method: 'OPTIONS' as const,
      url: '/contact',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'clientid' },
    })

    test('allows requests from pages of the site, with client headers and cookies', async () => {
      const { app } = createTestBackend(await open())
      const response = await app.inject(preflight(SITE_ORIGIN))
      expect([response.statusCode, response.body]).toEqual([204, ''])
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': SITE_ORIGIN,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers':
          'Content-Type, ClientId, EnvironmentId, DevOption, X-XSRF-TOKEN, Idempotency-Key',
        vary: 'Origin',
      })
    })

    test('allows pages of the site to read every response, with Retry-After', async () => {
      const { app, visitor } = createTestBackend(await open(), { LOGINS_PER_ADDRESS: '1' })
      const guest = await createLoggedInVisitor(app)
      const headers = { origin: SITE_ORIGIN }
      const responses = [
        await guest.validate({ headers }),
        await visitor.login(),
        await visitor.send(),
        await guest.send({ body: '{' }),
        await guest.send({ headers: { 'content-encoding': 'gzip' } }),
        await visitor.request({ url: '/nowhere', headers }),
      ]
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 429, 401, 400, 415, 404])
      for (const response of responses)
        expect(response.headers).toMatchObject({
          'access-control-allow-origin': SITE_ORIGIN,
          'access-control-allow-credentials': 'true',
          'access-control-expose-headers': 'Retry-After',
        })
    })

    test('rejects requests from pages of other sites', async () => {
      const { app } = createTestBackend(await open())
      const responses = [
        await app.inject(preflight('https://evil.example')),
        await app.inject({ url: '/health', headers: { origin: 'https://evil.example' } }),
        await app.inject({ url: '/captcha.js', headers: { origin: 'null' } }),
      ]
      for (const response of responses) {
        expectProblem(response, 403, 'foreign_origin')
        expect(response.headers).not.toHaveProperty('access-control-allow-origin')
      }
    })
  })

  describe('the local captcha', () => {
    test('creates tokens that are valid for a login', async () => {
      const { app, visitor } = createTestBackend(await open())
      const response = await app.inject('/captcha.js')
      expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8')
      const page = createContext({ window: {}, crypto, btoa, Date, location: { hostname: '127.0.0.1' } })
      runInContext(response.body, page)
      const execute = `window.grecaptcha.execute('any key', { action: '${CAPTCHA_ACTION}' })`
      const whenReady = `new Promise((resolve) => window.grecaptcha.ready(() => resolve(${execute})))`
      const tokens: string[] = [await runInContext(whenReady, page), await runInContext(whenReady, page)]
      for (const token of tokens) expect((await visitor.login({ body: { token } })).statusCode).toBe(200)
    })

    test('is not served if a provider is configured', async () => {
      const { app } = createTestBackend(await open(), PROVIDER)
      expectProblem(await app.inject('/captcha.js'), 404, 'not_found')
    })

    test('is not available in production', async () => {
      const db = await open()
      const config = createTestConfig()
      expect(() => createApiServer({ db, config: { ...config, isProduction: true } })).toThrow('CAPTCHA_SECRET')
      expect(() => createTestBackend(db, PRODUCTION_ENV)).not.toThrow()
    })
  })
})
