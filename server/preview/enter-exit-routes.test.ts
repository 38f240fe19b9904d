import type { LightMyRequestResponse } from 'fastify'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { createCspHashSource } from '#server/http/security-policies.ts'
import {
  createPreviewServer,
  EDITOR_ORIGINS,
  getCookiePair,
  PREVIEW_SECRET,
} from '#tests/setup/server/preview-server.ts'
import { HTML_REQUEST_HEADERS } from '#tests/setup/server/site.ts'

const site = await createPreviewServer()
afterAll(() => site[Symbol.asyncDispose]())

/** The location that `/preview` redirects to, for a page. */
const enteredUrl = (path: string) => `/preview/entered?${new URLSearchParams({ path })}`

test('sets the session cookie with the right secret, and redirects to the page', async () => {
  const { statusCode, headers } = await site.enter('/gallery?photo=a')
  expect([statusCode, headers.location]).toEqual([303, enteredUrl('/gallery?photo=a')])
  const cookie = await site.cookie()
  const entered = await site.inject({ url: String(headers.location), headers: { ...HTML_REQUEST_HEADERS, cookie } })
  expect([entered.statusCode, entered.headers.location]).toEqual([303, '/gallery?photo=a'])
  const redirect = {
    'cache-control': 'no-store, private',
    'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self' ${EDITOR_ORIGINS.join(' ')}`,
  }
  expect(entered.headers).toMatchObject(redirect)
  expect(headers).toMatchObject({ ...redirect, 'referrer-policy': 'no-referrer' })
  const [pair, ...rules] = String(headers['set-cookie']).split('; ')
  expect(pair).toMatch(/^__Host-preview=\d+\.[\w-]{43}$/)
  expect(rules.sort()).toEqual(['HttpOnly', 'Max-Age=28800', 'Partitioned', 'Path=/', 'SameSite=None', 'Secure'])
  expect(String(headers['set-cookie'])).not.toContain(PREVIEW_SECRET)
})

test('redirects to the page of an entry, or to the given path when it has none or cannot be read', async () => {
  await using down = await createPreviewServer({ findPagePath: () => Promise.reject(new Error('down')) })
  for (const [server, entry, path] of [
    [site, 'hero-gallery', '/gallery'],
    [site, 'nobody', '/contact'],
    [down, 'hero-gallery', '/contact'],
  ] as const) {
    const url = `/preview?secret=${PREVIEW_SECRET}&path=/contact&entry=${entry}`
    expect((await server.inject({ url, headers: HTML_REQUEST_HEADERS })).headers.location).toBe(enteredUrl(path))
  }
})

test('reads no entry with a wrong secret', async () => {
  const findPagePath = vi.fn(async () => '/gallery')
  await using server = await createPreviewServer({ findPagePath })
  await server.inject({ url: '/preview?secret=another-secret-of-us&entry=a', headers: HTML_REQUEST_HEADERS })
  expect(findPagePath).not.toHaveBeenCalled()
})

test('redirects to / in place of another host', async () => {
  for (const route of ['entered', 'leave']) {
    const headers = { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() }
    const { location } = (await site.inject({ url: `/preview/${route}?path=//elsewhere.example`, headers })).headers
    expect(location).toBe('/')
  }
})

test.each([
  ...['/preview?path=/gallery', '/preview?secret=', '/preview/?secret=wrong', `/preview?secret=${PREVIEW_SECRET}x`],
  `/preview?secret=${PREVIEW_SECRET}&secret=${PREVIEW_SECRET}`,
])('§10.15 §12.45 treats %s as an unknown path', async (url) => {
  for (const headers of [HTML_REQUEST_HEADERS, { accept: '*/*' }])
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'] as const) {
      const response = await site.inject({ method, url, headers })
      const unknown = await site.inject({ method, url: url.replace('/preview', '/nothing'), headers })
      const location = String(unknown.headers.location).replace('/nothing', '/preview')
      expect([response.statusCode, response.body]).toEqual([unknown.statusCode, unknown.body])
      expect({ ...response.headers, date: '' }).toEqual({
        ...unknown.headers,
        ...(unknown.headers.location && { location }),
        date: '',
      })
    }
})

test('§12.45 refuses logins of a client address after 20 failures within a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createApp({ site: site.root, preview: site.preview, trustedProxies: ['127.0.0.1'] })
  onTestFinished(() => server.close())
  const enterFrom = (visitor: string, secret: string) =>
    server.inject({
      url: `/preview?secret=${secret}`,
      headers: { ...HTML_REQUEST_HEADERS, 'x-forwarded-for': visitor },
    })
  const fail = () => enterFrom('192.0.2.1', 'a-wrong-secret-of-us')
  for (let failures = 0; failures < 19; failures += 1) await fail()
  // Neither requests without a secret nor logins with the right one count.
  for (const secret of ['', PREVIEW_SECRET, PREVIEW_SECRET]) await enterFrom('192.0.2.1', secret)
  expect((await enterFrom('192.0.2.1', PREVIEW_SECRET)).statusCode).toBe(303)

  const failed = await fail()
  const refused = await enterFrom('192.0.2.1', PREVIEW_SECRET)
  expect([refused.statusCode, refused.headers.location]).toEqual([302, '/'])
  expect({ ...refused.headers, date: '' }).toEqual({ ...failed.headers, date: '' })
  expect((await enterFrom('192.0.2.2', PREVIEW_SECRET)).statusCode).toBe(303)
  vi.setSystemTime(Date.now() + 60_000)
  expect((await enterFrom('192.0.2.1', PREVIEW_SECRET)).statusCode).toBe(303)
})

test('§10.10 leaving removes the cookie and redirects to the page; in a frame, which cannot show that, it sends a page with a link', async () => {
  const left = await site.inject({ url: '/preview/leave?path=/gallery?photo=a' })
  expect([left.statusCode, left.headers.location]).toEqual([303, '/gallery?photo=a'])
  expect(left.headers['set-cookie']).toBe(
    '__Host-preview=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; Partitioned; SameSite=None',
  )
  const path = encodeURIComponent('/gallery?photo="><b>&x=1')
  for (const frame of ['iframe', 'frame']) {
    const headers = { ...HTML_REQUEST_HEADERS, cookie: await site.cookie(), 'sec-fetch-dest': frame }
    const response = await site.inject({ url: `/preview/leave?path=${path}`, headers })
    expect(response.statusCode).toBe(200)
    expect(getCookiePair(response)).toBe('__Host-preview=')
    const paragraphs = ['“Open preview” in the CMS begins it again.', LINK_TO_GALLERY]
    expectFramedPage(response, 'The preview has ended', ...paragraphs)
  }
})

test('§10.12 a browser that has not kept the cookie gets a page that says why there are no drafts', async () => {
  for (const cookie of ['', '__Host-preview=1.forged']) {
    const url = enteredUrl('/gallery?photo="><b>&x=1')
    const response = await site.inject({ url, headers: { ...HTML_REQUEST_HEADERS, cookie } })
    expect([response.statusCode, response.headers.location]).toEqual([200, undefined])
    expect(response.headers['set-cookie']).toBeUndefined()
    expectFramedPage(
      response,
      'The drafts cannot be shown',
      'The preview needs a cookie, and this browser has not kept it: it blocks cookies, or the address of the site does not begin with https.',
      'Allow cookies for this site in the settings of the browser, then choose “Open preview” in the CMS again.',
      LINK_TO_GALLERY,
    )
  }
  const report = await site.inject({ url: enteredUrl('/preview/report'), headers: HTML_REQUEST_HEADERS })
  expect(report.body, 'visitors have no report').toContain('<a href="/" target="_blank">')
})

const LINK_TO_GALLERY =
  '<a href="/gallery?photo=%22%3E%3Cb%3E&amp;x=1" target="_blank">Open the page as visitors see it</a> (in a new tab).'

/** Asserts what the page says, that editors may show it in a frame, and that it runs and loads nothing. */
function expectFramedPage({ headers, body }: LightMyRequestResponse, title: string, ...paragraphs: string[]): void {
  const [, main] = /<main>\n(.*)\n<\/main>/s.exec(body) ?? []
  expect(main).toBe([`<h1>${title}</h1>`, ...paragraphs.map((text) => `<p>${text}</p>`)].join('\n'))
  expect(body).toContain(`<title>${title}</title>`)
  expect(headers).toMatchObject({ 'cache-control': 'no-store, private', 'x-robots-tag': 'noindex' })
  expect(headers['x-frame-options']).toBeUndefined()
  const [, style = ''] = /<style>(.*)<\/style>/.exec(body) ?? []
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src ${createCspHashSource(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'self' ${EDITOR_ORIGINS.join(' ')}`,
  )
}
