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
  'sends %s to an editor without its content',
  async (url) => {
    const { statusCode, headers, body } = await site.inject({
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

test('editors’ pages are never cached and have no validators', async () => {
  const published = await site.inject({ url: '/gallery', headers: HTML_REQUEST_HEADERS })
  const response = await site.inject({
    url: '/gallery',
    headers: { ...HTML_REQUEST_HEADERS, cookie: await site.cookie(), 'if-none-match': String(published.headers.etag) },
  })
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store, private',
    vary: 'Cookie',
    'x-robots-tag': 'noindex',
  })
  for (const name of ['etag', 'last-modified', 'expires']) expect(response.headers).not.toHaveProperty(name)
})

test('editors’ redirects apply to editors too', async () => {
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

test('the development server sets frame-ancestors only, because Vite uses inline scripts', async () => {
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

test('HEAD has the headers of GET and no body', async () => {
  const headers = { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() }
  const [get, head] = [
    await site.inject({ url: '/', headers }),
    await site.inject({ method: 'HEAD', url: '/', headers }),
  ]
  expect(head.body).toBe('')
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
})

const OTHER_REQUESTS = [
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
  ['/Gallery', HTML_REQUEST_HEADERS],
  ['/GALLERY//?photo=a', HTML_REQUEST_HEADERS],
] as const

test.each(OTHER_REQUESTS)('sends %s, which is not a page, to editors as to visitors', async (url, headers) => {
  const visitorResponse = await site.withoutPreview.inject({ url, headers })
  const editorResponse = await site.inject({ url, headers: { ...headers, cookie: await site.cookie() } })
  expect([editorResponse.statusCode, editorResponse.body]).toEqual([visitorResponse.statusCode, visitorResponse.body])
  expect({ ...editorResponse.headers, date: '' }).toEqual({ ...visitorResponse.headers, date: '' })
})

test('visitors get the same responses as without a preview', async () => {
  const requests = [
    ...OTHER_REQUESTS.map(([url, headers]) => ({ url, headers })),
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
    const [before, now] = [await site.withoutPreview.inject(request), await site.inject(request)]
    expect([request, now.statusCode, now.rawPayload]).toEqual([request, before.statusCode, before.rawPayload])
    expect({ ...now.headers, date: '' }).toEqual({ ...before.headers, date: '' })
  }
})

test('sends published pages after the session has expired', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const headers = { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() }
  vi.setSystemTime(Date.now() + 8 * 3_600_000)
  expect((await site.inject({ url: '/', headers })).body).toBe('<h1>Home</h1>')
})

test('sends published pages with a cookie of another secret', async () => {
  await using other = await createPreviewServer({ secret: 'another-secret-of-them' })
  const headers = { ...HTML_REQUEST_HEADERS, cookie: await other.cookie() }
  expect((await other.inject({ url: '/', headers })).body).toBe(SHELL)
  expect((await site.inject({ url: '/', headers })).body).toBe('<h1>Home</h1>')
})

test('responds 503 when the site was built without its preview', async () => {
  await using old = await createPreviewServer()
  await rm(join(old.root, '.preview.html'))
  const response = await old.inject({ url: '/', headers: { ...HTML_REQUEST_HEADERS, cookie: await old.cookie() } })
  expect([response.statusCode, response.body]).toEqual([503, 'The site was built without its preview.'])
  expect(response.headers['cache-control']).toBe('no-store, private')
})
