import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPreviewServer, HTML_REQUEST_HEADERS, type PreviewServer } from '#tests/setup/server/preview-server.ts'
import { createFixedSiteFolders } from './releases.ts'
import { SECURITY_HEADERS_FILE, type SecurityHeadersFile } from './security-headers.ts'
import { createWebServer } from './web-server.ts'

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

let site: PreviewServer
beforeAll(async () => {
  site = await createPreviewServer()
  await writeFiles(site.root, FILES)
})
afterAll(() => site[Symbol.asyncDispose]())

test('serves the page of the photo desk, which Contentful may show in a frame', async () => {
  const { statusCode, headers, body } = await site.inject({ url: '/photo-desk/?a=1', headers: HTML_REQUEST_HEADERS })
  expect([statusCode, body]).toEqual([200, '<h1>Photo desk</h1>'])
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': DESK_POLICY,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  expect(headers).not.toHaveProperty('x-frame-options')
})

test('a script of the photo desk never changes and has the policy of the desk, which its workers use', async () => {
  const { headers, body } = await site.inject({ url: '/photo-desk/assets/index-Ab12.js' })
  expect(body).toBe('start()')
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': DESK_POLICY,
  })
})

test.each([
  ['/photo-desk', '/photo-desk/'],
  ['/photo-desk?a=1', '/photo-desk/?a=1'],
  ['/photo-desk//', '/photo-desk/'],
  ['//photo-desk', '/photo-desk/'],
  ['/photo-desk/index.html', '/photo-desk/'],
  ['/photo-desk/assets/', '/photo-desk/assets'],
])('redirects %s to %s', async (url, location) => {
  const { statusCode, headers } = await site.inject({ url, headers: HTML_REQUEST_HEADERS })
  expect([statusCode, headers.location]).toEqual([301, location])
})

test.each(['/photo-desk/gallery', '/photo-desk/assets', '/photo-desk/assets/main-Cd34.js'])(
  'responds 404 for %s, which does not exist',
  async (url) => {
    const { statusCode, headers } = await site.inject({ url, headers: HTML_REQUEST_HEADERS })
    expect(statusCode).toBe(404)
    expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN' })
  },
)

test.each(['/photo-desk', '/photo-desk/'])('sends %s to editors with a preview as to others', async (url) => {
  const other = await site.inject({ url, headers: HTML_REQUEST_HEADERS })
  const editor = await site.inject({ url, headers: { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() } })
  expect([editor.statusCode, editor.body]).toEqual([other.statusCode, other.body])
  expect({ ...editor.headers, date: '' }).toEqual({ ...other.headers, date: '' })
})

test('a photo desk that was loaded before a switch gets the scripts of the earlier release', async () => {
  await using earlier = await createPreviewServer()
  await writeFiles(earlier.root, { 'photo-desk/assets/main-Cd34.js': 'earlier()' })
  const folders = createFixedSiteFolders(site.root)
  const server = createWebServer({ root: { ...folders, getPreviousRoots: () => [earlier.root] } })
  const response = await server.inject('/photo-desk/assets/main-Cd34.js')
  await server.close()
  expect([response.statusCode, response.body]).toEqual([200, 'earlier()'])
})

test('a release of an earlier version, without headers of the photo desk, can be served', async () => {
  await using earlier = await createPreviewServer()
  await writeFiles(earlier.root, { 'photo-desk/index.html': '<h1>Photo desk</h1>' })
  const response = await earlier.inject({ url: '/photo-desk/', headers: HTML_REQUEST_HEADERS })
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'self'/)
  await rm(join(earlier.root, 'photo-desk'), { recursive: true })
  expect((await earlier.inject({ url: '/photo-desk/', headers: HTML_REQUEST_HEADERS })).statusCode).toBe(404)
})
