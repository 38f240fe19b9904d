import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  createPreviewServer,
  DRAFT_POLICY,
  EDITOR_ORIGINS,
  HTML_REQUEST_HEADERS,
  type PreviewServer,
} from '#tests/setup/server/preview-server.ts'
import { createBuiltPageSource } from './draft-pages.ts'
import { addPreviewRoutes } from './preview-routes.ts'

let site: PreviewServer
beforeAll(async () => {
  site = await createPreviewServer()
})
afterAll(() => site[Symbol.asyncDispose]())

const SHELL = `<!doctype html><html lang="en" data-preview="${EDITOR_ORIGINS.join(' ')}"><div id="root"></div></html>`

test.each(['/', '/gallery', '/gallery?photo=a', '/gallery?preview=true'])(
  'an editor gets %s without its content',
  async (url) => {
    const { statusCode, headers, body } = await site.ask({
      url,
      headers: { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() },
    })
    expect([statusCode, body]).toEqual([200, SHELL])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${DRAFT_POLICY}; frame-ancestors 'self' ${EDITOR_ORIGINS.join(' ')}`,
      'content-security-policy-report-only': 'trusted-types',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('x-frame-options')
  },
)

test('what an editor gets is kept by nobody, and comes whole each time', async () => {
  const published = await site.ask({ url: '/gallery', headers: HTML_REQUEST_HEADERS })
  const answer = await site.ask({
    url: '/gallery',
    headers: { ...HTML_REQUEST_HEADERS, cookie: await site.cookie(), 'if-none-match': String(published.headers.etag) },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store, private',
    vary: 'Cookie',
    'x-robots-tag': 'noindex',
  })
  for (const name of ['etag', 'last-modified', 'expires']) expect(answer.headers).not.toHaveProperty(name)
})

test('where an editor’s redirect stands, an editor is redirected too', async () => {
  const server = fastify()
  onTestFinished(() => server.close())
  const { root, preview } = site
  addPreviewRoutes(server, {
    ...preview,
    pages: createBuiltPageSource(() => root),
    isRedirected: (url) => url.startsWith('/gallery'),
  })
  server.get('/*', async () => 'redirected')
  const headers = { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() }
  expect((await server.inject({ url: '/gallery?a=1', headers })).body).toBe('redirected')
  expect((await server.inject({ url: '/', headers })).body).toBe(SHELL)
})

test('the development server, whose pages have inline scripts of Vite, names the frames only', async () => {
  const server = fastify()
  onTestFinished(() => server.close())
  addPreviewRoutes(server, { ...site.preview, pages: createBuiltPageSource(() => site.root) })
  const { headers } = await server.inject({
    url: '/',
    headers: { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() },
  })
  expect(headers['content-security-policy']).toBe(`frame-ancestors 'self' ${EDITOR_ORIGINS.join(' ')}`)
  expect(headers).not.toHaveProperty('content-security-policy-report-only')
})

test('HEAD has the headers of GET, and no body', async () => {
  const headers = { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() }
  const [get, head] = [await site.ask({ url: '/', headers }), await site.ask({ method: 'HEAD', url: '/', headers })]
  expect(head.body).toBe('')
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
})

const OTHERS = [
  ['/assets/main-Ab12.js', HTML_REQUEST_HEADERS],
  ['/media/photo.jpg', HTML_REQUEST_HEADERS],
  ['/gallery', { accept: 'application/json' }],
  ['/nowhere', HTML_REQUEST_HEADERS],
  ['/assets', HTML_REQUEST_HEADERS],
  ['/gallery/', HTML_REQUEST_HEADERS],
  ['/gallery/index.html', HTML_REQUEST_HEADERS],
  ['/404.html', HTML_REQUEST_HEADERS],
  ['/.preview.html', HTML_REQUEST_HEADERS],
  ['/..%2fgallery', HTML_REQUEST_HEADERS],
  ['//gallery', HTML_REQUEST_HEADERS],
] as const

test.each(OTHERS)('%s is no page: an editor gets it as everybody', async (url, headers) => {
  const visitors = await site.withoutPreview.inject({ url, headers })
  const editors = await site.ask({ url, headers: { ...headers, cookie: await site.cookie() } })
  expect([editors.statusCode, editors.body]).toEqual([visitors.statusCode, visitors.body])
  expect({ ...editors.headers, date: '' }).toEqual({ ...visitors.headers, date: '' })
})

test('visitors get what they got before there was a preview, byte for byte', async () => {
  const requests = [
    ...OTHERS.map(([url, headers]) => ({ url, headers })),
    ...['/', '/gallery', '/gallery?preview=true', '/?preview=true&secret=x'].flatMap((url) => [
      { url, headers: HTML_REQUEST_HEADERS },
      { url, headers: HTML_REQUEST_HEADERS, method: 'HEAD' as const },
      { url, headers: HTML_REQUEST_HEADERS, method: 'POST' as const },
      { url, headers: { ...HTML_REQUEST_HEADERS, cookie: '__Host-session=abc; preview=true; __Host-preview=true' } },
      {
        url,
        headers: { ...HTML_REQUEST_HEADERS, cookie: `__Host-preview=${Date.now() + 1_000_000}.${'A'.repeat(43)}` },
      },
      { url, headers: { ...HTML_REQUEST_HEADERS, cookie: '%%%;;==;__Host-preview' } },
    ]),
  ]
  const etag = String((await site.withoutPreview.inject({ url: '/', headers: HTML_REQUEST_HEADERS })).headers.etag)
  for (const request of [...requests, { url: '/', headers: { ...HTML_REQUEST_HEADERS, 'if-none-match': etag } }]) {
    const [before, now] = [await site.withoutPreview.inject(request), await site.ask(request)]
    expect([request, now.statusCode, now.rawPayload]).toEqual([request, before.statusCode, before.rawPayload])
    expect({ ...now.headers, date: '' }).toEqual({ ...before.headers, date: '' })
  }
})

test('when the day is over the editor is a visitor again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const headers = { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() }
  vi.setSystemTime(Date.now() + 8 * 3_600_000)
  expect((await site.ask({ url: '/', headers })).body).toBe('<h1>Home</h1>')
})

test('a cookie of another secret shows nothing', async () => {
  await using other = await createPreviewServer({ secret: 'another-secret-of-them' })
  const headers = { ...HTML_REQUEST_HEADERS, cookie: await other.cookie() }
  expect((await other.ask({ url: '/', headers })).body).toBe(SHELL)
  expect((await site.ask({ url: '/', headers })).body).toBe('<h1>Home</h1>')
})

test('a site that was built without its preview says so, and does not show what is published in its place', async () => {
  await using old = await createPreviewServer()
  await rm(join(old.root, '.preview.html'))
  const answer = await old.ask({ url: '/', headers: { ...HTML_REQUEST_HEADERS, cookie: await old.cookie() } })
  expect([answer.statusCode, answer.body]).toEqual([503, 'The site was built without its preview.'])
  expect(answer.headers['cache-control']).toBe('no-store, private')
})
