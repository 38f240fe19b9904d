import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { API_RESPONSE_HEADERS } from '#server/http/security-policies.ts'
import { CAPTCHA_ACTION } from '#shared/constants.ts'
import {
  createTestBackend,
  createTestConfig,
  createTestDatabase,
  emptyTables,
  expectProblem,
  PRODUCTION_ENV,
} from '#tests/setup/backend.ts'
import { createLoggedInVisitor, SITE_ORIGIN } from '#tests/setup/messages.ts'
import { contactApi } from './contact-api.ts'

const database = await createTestDatabase(afterAll)
beforeEach(() => emptyTables(database.db))

const start = (env: Readonly<Record<string, string>> = {}, limits: Readonly<Record<string, number>> = {}) =>
  createTestBackend(database.db, env, { limits })

test('headers, checks and error responses apply to all paths below /api, and to no others', async () => {
  const { app } = start()
  const headers = { origin: 'https://evil.example' }
  for (const url of ['/api/captcha.js', '/api/contact', '/api/nowhere', '/api/'])
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const response = await app.inject({ method, url, headers })
      expect([response.statusCode, response.body === '', url, method]).toEqual([403, method === 'HEAD', url, method])
      expect(response.headers).toMatchObject(API_RESPONSE_HEADERS)
    }
  for (const url of ['/nowhere', '/contact', '/apix', '/'])
    for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
      const response = await app.inject({ method, url, headers })
      expect([404, 405]).toContain(response.statusCode)
      expect(Object.keys(response.headers).join()).not.toMatch(/access-control/)
    }
})

test('responds with 404 to unknown paths', async () => {
  const { visitor } = start()
  for (const url of [`/${'x'.repeat(4_000)}`, '//evil.example/', '/constructor', '/%zz', '/', '/Contact', '/contact/'])
    expectProblem(await visitor.request({ url }), 404, 'not_found', url)
})

test('sends Strict-Transport-Security if all origins are https', async () => {
  const hasHsts = async (origins: string) =>
    'strict-transport-security' in (await start({ SITE_ORIGINS: origins }).app.inject('/api/captcha.js')).headers
  expect(await hasHsts('https://www.site.example')).toBe(true)
  expect(await hasHsts('https://www.site.example,http://127.0.0.1:3000')).toBe(false)
})

test('§12.19 responds with 503 while the database is not available, and rejects invalid requests as usual', async () => {
  const { db, app, visitor } = createTestBackend((await createTestDatabase()).db)
  const guest = await createLoggedInVisitor(app)
  await db.destroy()
  for (const response of [await guest.login(), await guest.validate(), await guest.send()]) {
    expectProblem(response, 503, 'unavailable')
    expect(response.headers['retry-after']).toBe('5')
  }
  expectProblem(await visitor.send({ body: '{' }), 400, 'malformed_body')
  expectProblem(await visitor.send(), 401, 'no_session')
})

test('pages of the site may send requests with client headers and cookies, and read responses, also errors', async () => {
  const corsHeaders = {
    'access-control-allow-origin': SITE_ORIGIN,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Retry-After',
  }
  const response = await start().app.inject({
    method: 'OPTIONS',
    url: '/api/contact',
    headers: { origin: SITE_ORIGIN, 'access-control-request-method': 'POST' },
  })
  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect(response.headers).toMatchObject({
    ...corsHeaders,
    'access-control-allow-methods': 'GET, POST',
    'access-control-max-age': '600',
    'access-control-allow-headers': 'Content-Type, ClientId, EnvironmentId, DevOption, X-XSRF-TOKEN, Idempotency-Key',
    vary: 'Origin',
  })
  const { visitor } = start({}, { LOGINS_PER_ADDRESS: 1 })
  const responses = [await visitor.login(), await visitor.login(), await visitor.send({ body: '{' })]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 429, 400])
  for (const { headers } of responses) expect(headers).toMatchObject(corsHeaders)
})

const HOUR = 3_600_000

test('the local captcha is a script for pages of any host, whose tokens are valid whatever the browser’s clock says', async () => {
  const { app, visitor } = start()
  const { headers, body } = await app.inject('/api/captcha.js')
  expect(headers).toMatchObject({
    ...API_RESPONSE_HEADERS,
    'cross-origin-resource-policy': 'cross-origin',
    'content-type': 'text/javascript; charset=utf-8',
  })
  for (const ahead of [0, -2 * HOUR, 24 * 365 * HOUR]) {
    const clock = { now: () => Date.now() + ahead }
    const page = createContext({ window: {}, crypto, btoa, Date: clock, location: { hostname: '127.0.0.1' } })
    runInContext(body, page)
    const execute = `window.grecaptcha.execute('any key', { action: '${CAPTCHA_ACTION}' })`
    const whenReady = `new Promise((resolve) => window.grecaptcha.ready(() => resolve(${execute})))`
    const tokens: string[] = [await runInContext(whenReady, page), await runInContext(whenReady, page)]
    for (const token of tokens) expect((await visitor.login({ body: { token } })).statusCode).toBe(200)
  }
})

test('the local captcha is not served with a captcha provider, which production requires', async () => {
  const config = { ...createTestConfig(), isProduction: true }
  expect(() => contactApi({ db: database.db, config })).toThrow('CAPTCHA_SECRET')
  expectProblem(await start(PRODUCTION_ENV).app.inject('/api/captcha.js'), 404, 'not_found')
})
