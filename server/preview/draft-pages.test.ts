import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import { fastify } from 'fastify'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createPreviewServer, DRAFT_POLICY, EDITOR_ORIGINS, getCookiePair } from '#tests/setup/server/preview-server.ts'
import { HTML_REQUEST_HEADERS } from '#tests/setup/server/site.ts'
import { createBuiltPageSource, DRAFT_QUERIES_FILE } from './draft-pages.ts'
import { addPreviewRoutes } from './preview-routes.ts'

const site = await createPreviewServer()
afterAll(() => site[Symbol.asyncDispose]())

/** The page without its content, for the script to fill with drafts. */
const SHELL = `<!doctype html><html lang="en" data-preview="${EDITOR_ORIGINS.join(' ')}"><div id="root"></div></html>`

test.each([
  ['GET', '/gallery?photo=a', SHELL],
  ['HEAD', '/gallery', ''],
] as const)('%s %s: an editor gets the page without its content, never from a cache', async (method, url, expected) => {
  const published = await site.inject({ url, headers: HTML_REQUEST_HEADERS })
  const { statusCode, headers, body } = await site.inject({
    method,
    url,
    headers: { ...HTML_REQUEST_HEADERS, cookie: await site.cookie(), 'if-none-match': String(published.headers.etag) },
  })
  expect([statusCode, body]).toEqual([200, expected])
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${DRAFT_POLICY}; frame-ancestors 'self' ${EDITOR_ORIGINS.join(' ')}`,
    'content-security-policy-report-only': 'trusted-types',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store, private',
    vary: 'Cookie',
    'x-robots-tag': 'noindex',
  })
  for (const name of ['x-frame-options', 'etag', 'last-modified', 'expires']) expect(headers).not.toHaveProperty(name)
})

test('without headers of a build, as in development, the policy is frame-ancestors; editors’ redirects apply', async () => {
  const server = fastify()
  onTestFinished(() => server.close())
  const { root, preview } = site
  server.register(cookie)
  addPreviewRoutes(server, {
    ...preview,
    pages: createBuiltPageSource(() => root),
    isRedirected: (url) => url.startsWith('/gallery'),
  })
  server.get('/*', async () => 'redirected')
  const headers = { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() }
  expect((await server.inject({ url: '/gallery?a=1', headers })).body).toBe('redirected')
  const page = await server.inject({ url: '/', headers })
  expect(page.body).toBe(SHELL)
  expect(page.headers['content-security-policy']).toBe(`frame-ancestors 'self' ${EDITOR_ORIGINS.join(' ')}`)
})

test('§10.13 a build of an older version, without queries for drafts, is a page that says so, and leads to the published one', async () => {
  await using older = await createPreviewServer()
  await rm(join(older.root, DRAFT_QUERIES_FILE))
  const headers = { ...HTML_REQUEST_HEADERS, cookie: await older.cookie() }
  const { statusCode, body, headers: received } = await older.inject({ url: '/gallery?photo=a&b=1', headers })
  expect(statusCode).toBe(200)
  expect(body.replace(/<style>.*<\/style>/, '')).toBe(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The drafts cannot be shown</title>

<main>
<h1>The drafts cannot be shown</h1>
<p>The pages of the site were built by an older version of the project, and this server cannot show their drafts.</p>
<p>Whoever runs the site can build them again, with “npm run build”.</p>
<p><a href="/preview/leave?path=%2Fgallery%3Fphoto%3Da%26b%3D1" target="_blank">Open the page as visitors see it</a> (in a new tab).</p>
</main>
</html>
`)
  expect(received).toMatchObject({
    'cache-control': 'no-store, private',
    'content-security-policy': expect.stringContaining(`frame-ancestors 'self' ${EDITOR_ORIGINS.join(' ')}`),
  })
  const [, link = ''] = /href="([^"]*)"/.exec(body) ?? []
  const left = await older.inject({ url: link, headers })
  expect([left.statusCode, left.headers.location]).toEqual([303, '/gallery?photo=a&b=1'])
  expect(getCookiePair(left)).toBe('__Host-preview=')
  expect((await older.inject({ url: '/gallery', headers: HTML_REQUEST_HEADERS })).body).toBe('<h1>Gallery</h1>')
})

/** Sends the request to a server with the preview, with a cookie, and to one without a preview. */
async function expectSameResponse(url: string, headers: Readonly<Record<string, string>>, cookie: string) {
  const expected = await site.withoutPreview.inject({ url, headers })
  const response = await site.inject({ url, headers: { ...headers, cookie } })
  expect([url, response.statusCode, response.body]).toEqual([url, expected.statusCode, expected.body])
  expect({ ...response.headers, date: '' }).toEqual({ ...expected.headers, date: '' })
}

test('what is not a page is the same for editors as without a preview', async () => {
  const cookie = await site.cookie()
  for (const url of ['/assets/main-Ab12.js', '/.preview.html', '/GALLERY//?photo=a', '/photo-desk'])
    await expectSameResponse(url, HTML_REQUEST_HEADERS, cookie)
  await expectSameResponse('/gallery', { accept: 'application/json' }, cookie)
})

test('§10.15 pages are the same for visitors as without a preview, whatever their cookie is', async () => {
  const forged = `__Host-preview=${Date.now() + 1_000_000}.${'A'.repeat(43)}`
  for (const cookie of ['', forged, '%%%;;==;__Host-preview'])
    for (const url of ['/', '/gallery?preview=true&secret=x', '/nowhere'])
      await expectSameResponse(url, HTML_REQUEST_HEADERS, cookie)
})
