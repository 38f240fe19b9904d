import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createPreviewServer, HTML_REQUEST_HEADERS } from '#tests/setup/server/preview-server.ts'
import { SECURITY_HEADERS_FILE, type SecurityHeadersFile } from './security-headers.ts'

const DESK_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors https://app.contentful.com"

const HEADERS: SecurityHeadersFile = {
  all: {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
  },
  pages: {},
  drafts: {},
  photoDesk: { 'content-security-policy': DESK_POLICY, 'x-robots-tag': 'noindex' },
}

const FILES = {
  'photo-desk/index.html': '<h1>Photo desk</h1>',
  'photo-desk/assets/index-Ab12.js': 'start()',
  [SECURITY_HEADERS_FILE]: JSON.stringify(HEADERS),
}

async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
}

const site = await createPreviewServer()
await writeFiles(site.root, FILES)
afterAll(() => site[Symbol.asyncDispose]())

test.each([
  ['/photo-desk/?a=1', '<h1>Photo desk</h1>', 'no-cache'],
  ['/photo-desk/assets/index-Ab12.js', 'start()', 'public, max-age=31536000, immutable'],
])('serves %s, which Contentful may show in a frame', async (url, content, cache) => {
  const { statusCode, headers, body } = await site.inject({ url, headers: HTML_REQUEST_HEADERS })
  expect([statusCode, body]).toEqual([200, content])
  expect(headers).toMatchObject({
    'cache-control': cache,
    'content-security-policy': DESK_POLICY,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  expect(headers).not.toHaveProperty('x-frame-options')
})

test.each([
  ['/photo-desk', '/photo-desk/'],
  ['//photo-desk?a=1', '/photo-desk/?a=1'],
  ['/photo-desk/index.html', '/photo-desk/'],
  ['/photo-desk/assets/', '/photo-desk/assets'],
])('redirects %s to %s', async (url, location) => {
  const { statusCode, headers } = await site.inject({ url, headers: HTML_REQUEST_HEADERS })
  expect([statusCode, headers.location]).toEqual([301, location])
})

test.each(['/photo-desk/gallery', '/photo-desk/assets/main-Cd34.js'])('responds 404 for %s', async (url) => {
  expect((await site.inject({ url, headers: HTML_REQUEST_HEADERS })).statusCode).toBe(404)
})

test('sends the photo desk to editors with a preview as to others', async () => {
  const headers = { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() }
  expect((await site.inject({ url: '/photo-desk/', headers })).body).toBe('<h1>Photo desk</h1>')
})

test('a release of an earlier version, without headers of the photo desk, can be served', async () => {
  await using earlier = await createPreviewServer()
  await writeFiles(earlier.root, { 'photo-desk/index.html': '<h1>Photo desk</h1>' })
  const response = await earlier.inject({ url: '/photo-desk/', headers: HTML_REQUEST_HEADERS })
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'self'/)
})
