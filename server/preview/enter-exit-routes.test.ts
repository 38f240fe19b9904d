import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { createCspHashSource } from '#server/web/security-headers.ts'
import { createWebServer } from '#server/web/web-server.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import {
  createPreviewServer,
  EDITOR_ORIGINS,
  getCookiePair,
  HTML_REQUEST_HEADERS,
  PREVIEW_SECRET,
  type PreviewServer,
} from '#tests/setup/server/preview-server.ts'
import { createSharedLoginRateLimit } from './login-rate-limit.ts'

let site: PreviewServer
beforeAll(async () => {
  site = await createPreviewServer()
})
afterAll(() => site[Symbol.asyncDispose]())

test('sets the session cookie and redirects to the page with the right secret', async () => {
  const { statusCode, headers } = await site.enter('/gallery?photo=a')
  expect([statusCode, headers.location]).toEqual([303, '/gallery?photo=a'])
  expect(headers).toMatchObject({ 'cache-control': 'no-store, private', 'referrer-policy': 'no-referrer' })
  const [pair, ...rules] = String(headers['set-cookie']).split('; ')
  expect(pair).toMatch(/^__Host-preview=\d+\.[\w-]{43}$/)
  expect(rules.sort()).toEqual(['HttpOnly', 'Max-Age=28800', 'Partitioned', 'Path=/', 'SameSite=None', 'Secure'])
  expect(String(headers['set-cookie'])).not.toContain(PREVIEW_SECRET)
})

test.each([
  ['hero-gallery', '/gallery'],
  ['nobody', '/contact'],
  ['', '/contact'],
])('redirects from the entry %j to %s', async (entry, path) => {
  const url = `/preview?secret=${PREVIEW_SECRET}&path=/contact&entry=${entry}`
  expect((await site.inject({ url, headers: HTML_REQUEST_HEADERS })).headers.location).toBe(path)
})

test('shows the content as of a time with the ids of scheduled entries, until all drafts are wanted', async () => {
  const schedule = 'at=2026-12-24T18:00:00Z&publish=photo,gallery-page&unpublish=old'
  const response = await site.inject({
    url: `/preview?secret=${PREVIEW_SECRET}&path=/gallery&${schedule}`,
    headers: HTML_REQUEST_HEADERS,
  })
  expect([response.statusCode, response.headers.location]).toEqual([303, '/gallery'])
  const cookie = getCookiePair(response)
  const readAsOf = async (session: string) =>
    (await site.inject({ url: '/preview/state', headers: { cookie: session } })).json().asOf
  expect(await readAsOf(cookie)).toBe('2026-12-24T18:00:00.000Z')

  const drafts = await site.inject({ url: '/preview/drafts?path=/gallery?photo=a', headers: { cookie } })
  expect([drafts.statusCode, drafts.headers.location]).toEqual([303, '/gallery?photo=a'])
  expect(await readAsOf(getCookiePair(drafts))).toBeUndefined()
})

test('the address for all drafts is an unknown path without a session', async () => {
  const { statusCode, headers } = await site.inject({
    url: '/preview/drafts?path=/gallery',
    headers: HTML_REQUEST_HEADERS,
  })
  expect([statusCode, headers.location, headers['set-cookie']]).toEqual([302, '/', undefined])
})

test.each([
  ['at=tomorrow', 'The time of the preview'],
  ['publish=photo', 'The time of the preview'],
  ['at=2026-12-24T18:00:00Z&publish=<b>', 'An id of a scheduled entry'],
  [
    `at=2026-12-24T18:00:00Z&publish=${Array.from({ length: 301 }, (_, index) => index)}`,
    'at most 300 scheduled entries and assets, and 301',
  ],
])(
  'sends a page with the reason and no cookie for scheduled changes that are not valid: %.40s',
  async (query, reason) => {
    const ask = (secret: string) =>
      site.inject({ url: `/preview?secret=${secret}&path=/gallery&${query}`, headers: HTML_REQUEST_HEADERS })
    const { statusCode, headers, body } = await ask(PREVIEW_SECRET)
    expect(statusCode).toBe(400)
    expect(body).toContain(reason)
    expect(body).not.toContain('<b>')
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect((await ask('another-secret-of-us')).statusCode).toBe(302)
  },
)

test('redirects to the given path when the entry cannot be read, and reads no entry with a wrong secret', async () => {
  const findPagePath = vi.fn(async () => Promise.reject(new Error('down')))
  await using down = await createPreviewServer({ findPagePath })
  const ask = (secret: string) =>
    down.inject({ url: `/preview?secret=${secret}&path=/contact&entry=a`, headers: HTML_REQUEST_HEADERS })
  expect((await ask(PREVIEW_SECRET)).headers.location).toBe('/contact')
  await ask('another-secret-of-us')
  expect(findPagePath).toHaveBeenCalledOnce()
})

test('redirects to / for a path of another site', async () => {
  for (const path of [
    '//elsewhere.example',
    '/\\elsewhere.example',
    'https://elsewhere.example',
    '/.//elsewhere.example',
  ])
    expect((await site.enter(path)).headers.location).toBe('/')
  const twice = await site.inject({
    url: `/preview?secret=${PREVIEW_SECRET}&path=/a&path=/b`,
    headers: HTML_REQUEST_HEADERS,
  })
  expect(twice.headers.location).toBe('/')
})

const INVALID_URLS = [
  '/preview',
  '/preview?path=/gallery',
  '/preview?secret=',
  '/preview?secret=a-wrong-secret-of-us',
  `/preview?secret=${PREVIEW_SECRET}x`,
  `/preview?secret=${PREVIEW_SECRET}&secret=${PREVIEW_SECRET}`,
  `/preview?secret[]=${PREVIEW_SECRET}`,
  '/preview/?secret=wrong',
]

test.each(INVALID_URLS)('treats %s as an unknown path', async (url) => {
  for (const headers of [HTML_REQUEST_HEADERS, { accept: '*/*' }])
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'] as const) {
      const response = await site.inject({ method, url, headers })
      const unknown = await site.inject({ method, url: url.replace('/preview', '/nothing'), headers })
      expect(response.headers['set-cookie']).toBeUndefined()
      const location = String(unknown.headers.location).replace('/nothing', '/preview')
      expect(response.statusCode).toBe(unknown.statusCode)
      expect(response.body).toBe(unknown.body)
      expect({ ...response.headers, date: '' }).toEqual({
        ...unknown.headers,
        ...(unknown.headers.location && { location }),
        date: '',
      })
    }
})

test('refuses logins of an address after 20 failures within a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await using server = await createPreviewServer()
  const enterFrom = (remoteAddress: string, secret: string) =>
    server.inject({ url: `/preview?secret=${secret}`, headers: HTML_REQUEST_HEADERS, remoteAddress })
  for (let tries = 0; tries < 20; tries += 1) await enterFrom('192.0.2.1', `wrong-${tries}`)
  const refused = await enterFrom('192.0.2.1', PREVIEW_SECRET)
  expect([refused.statusCode, refused.headers.location]).toEqual([302, '/'])
  expect(refused.headers).not.toHaveProperty('set-cookie')
  expect((await enterFrom('192.0.2.2', PREVIEW_SECRET)).statusCode).toBe(303)
  vi.setSystemTime(Date.now() + 60_000)
  expect((await enterFrom('192.0.2.1', PREVIEW_SECRET)).statusCode).toBe(303)
})

test('counts failures by the client address behind a trusted proxy', async () => {
  const server = createWebServer({ root: site.root, preview: site.preview, trustedProxies: ['127.0.0.1'] })
  onTestFinished(() => server.close())
  const enterThroughProxy = (visitor: string, secret: string) =>
    server.inject({
      url: `/preview?secret=${secret}`,
      headers: { ...HTML_REQUEST_HEADERS, 'x-forwarded-for': visitor },
    })
  for (let tries = 0; tries < 20; tries += 1) await enterThroughProxy('192.0.2.1', `wrong-${tries}`)
  expect((await enterThroughProxy('192.0.2.1', PREVIEW_SECRET)).statusCode).toBe(302)
  expect((await enterThroughProxy('192.0.2.2', PREVIEW_SECRET)).statusCode).toBe(303)
})

test('two servers on one database share the login limit and accept each other’s cookies', async () => {
  const db = await openDatabase({ url: await createPostgresDatabase() })
  onTestFinished(() => db.destroy())
  const start = () => createPreviewServer({ loginRateLimit: createSharedLoginRateLimit({ db, log: () => {} }) })
  await using one = await start()
  await using two = await start()
  const cookie = await one.cookie()
  const state = { url: '/preview/state', headers: { cookie } }
  expect((await two.inject(state)).statusCode).toBe(200)

  for (let count = 0; count < 20; count += 1) expect((await one.enter('/', `wrong-${count}`)).statusCode).toBe(302)
  // A failed login redirects to `/`, a successful one to the given path.
  await expect.poll(async () => (await two.enter('/gallery')).headers.location).toBe('/')
  const refused = await two.enter('/gallery')
  expect([refused.statusCode, refused.headers.location]).toEqual([302, '/'])
  expect(refused.headers).not.toHaveProperty('set-cookie')
  expect((await two.inject(state)).statusCode).toBe(200) // running sessions are not affected
})

test('throws for a secret that is too short', async () => {
  await expect(createPreviewServer({ secret: 'fifteen letters' })).rejects.toThrow(
    /^PREVIEW_SECRET: must be at least 16/,
  )
})

test('leaving removes the cookie and redirects to the page', async () => {
  const cookie = await site.cookie()
  const { statusCode, headers } = await site.inject({
    url: '/preview/leave?path=/gallery?photo=a',
    headers: { ...HTML_REQUEST_HEADERS, cookie },
  })
  expect([statusCode, headers.location]).toEqual([303, '/gallery?photo=a'])
  const rules = String(headers['set-cookie']).split('; ')
  expect(rules.sort()).toEqual([
    'Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'HttpOnly',
    'Max-Age=0',
    'Partitioned',
    'Path=/',
    'SameSite=None',
    'Secure',
    '__Host-preview=',
  ])
  expect((await site.inject({ url: '/preview/leave?path=//elsewhere.example' })).headers.location).toBe('/')
})

test('leaving in a frame sends a page with a link, because the published page cannot be framed', async () => {
  const headers = { ...HTML_REQUEST_HEADERS, cookie: await site.cookie(), 'sec-fetch-dest': 'iframe' }
  const path = encodeURIComponent('/gallery?photo="><b>&x=1')
  const response = await site.inject({ url: `/preview/leave?path=${path}`, headers })
  expect(response.statusCode).toBe(200)
  expect(getCookiePair(response)).toBe('__Host-preview=')
  expect(response.body).toContain('The preview has ended')
  expect(response.body).toContain('<a href="/gallery?photo=%22%3E%3Cb%3E&amp;x=1" target="_blank">')
  expect(response.headers['x-frame-options']).toBeUndefined()
  const [, style = ''] = /<style>(.*)<\/style>/.exec(response.body) ?? []
  expect(response.headers['content-security-policy']).toBe(
    `default-src 'none'; style-src ${createCspHashSource(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'self' ${EDITOR_ORIGINS.join(' ')}`,
  )
})
