import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { type AppOptions, createApp } from '#server/app.ts'
import { SECURITY_HEADERS_FILE, type SecurityHeadersFile } from '#server/rendering/build-files.ts'
import { createTestLog } from '#tests/setup/backend.ts'
import { createTestPublishing, HTML_REQUEST_HEADERS as VISITOR, writeTestFiles } from '#tests/setup/server/site.ts'

const RESPONSE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
const FILE_POLICY = `${RESPONSE_POLICY}; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'`
const DESK_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors https://app.contentful.com"

const SITE: SecurityHeadersFile = {
  all: {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=1',
  },
  pages: {
    'index.html': { 'content-security-policy': "default-src 'none'; script-src 'sha256-home'" },
    'gallery/index.html': { 'content-security-policy': "default-src 'none'; script-src 'sha256-gallery'" },
  },
  drafts: { 'content-security-policy': "default-src 'none'; script-src 'self'" },
  photoDesk: { 'content-security-policy': DESK_POLICY, 'x-robots-tag': 'noindex' },
}

let root: string

beforeEach(async () => {
  root = await createTestFolder()
  await writeTestFiles(root, {
    'index.html': '<h1>Home</h1>',
    'gallery/index.html': '<h1>Gallery</h1>',
    'gallery/index.html.br': brotliCompressSync('<h1>Gallery</h1>'),
    'gallery/index.html.gz': gzipSync('<h1>Gallery</h1>'),
    '.well-known/security.txt': 'Contact: mailto:office@site.example',
    '.well-known/other.txt': 'secret',
    'assets/main-Ab12.js': 'start()',
    'media/photo.jpg': 'pixels',
    '.redirects.json': '{"served":[{"path":"/old","to":"/gallery","isPermanent":true}],"refused":[],"pages":[]}',
    'photo-desk/index.html': '<h1>Photo desk</h1>',
    'photo-desk/assets/index-Ab12.js': 'start()',
  })
  await writeHeaders(SITE)
})

const writeHeaders = (file: unknown) => writeFile(join(root, SECURITY_HEADERS_FILE), JSON.stringify(file))

/** A request to a server that reads the headers file again. */
async function ask(request: InjectOptions, options: Partial<AppOptions> = {}) {
  const server = createApp({ site: root, ...options })
  const response = await server.inject(request)
  await server.close()
  return response
}

test('each page has its own policy', async () => {
  for (const [request, hash] of [
    [{ url: '/?from=mail', headers: VISITOR }, 'sha256-home'],
    [{ url: '/gallery', headers: VISITOR, method: 'HEAD' }, 'sha256-gallery'],
    [{ url: '/gallery', headers: { ...VISITOR, 'accept-encoding': 'br' } }, 'sha256-gallery'],
    [{ url: '/gallery', headers: { ...VISITOR, 'accept-encoding': 'gzip' } }, 'sha256-gallery'],
  ] as const) {
    const { headers } = await ask(request)
    expect(headers['content-security-policy']).toBe(`default-src 'none'; script-src '${hash}'`)
  }
})

test.each([
  ['an editor’s redirect', { url: '/old', headers: VISITOR }, 301],
  ['an unknown page', { url: '/nowhere', headers: VISITOR }, 302],
  ['a missing file', { url: '/media/none.jpg' }, 404],
  ['a dotfile', { url: `/${SECURITY_HEADERS_FILE}` }, 404],
  ['a path that cannot be decoded', { url: '/%' }, 404],
  ['another method', { url: '/gallery', method: 'POST', payload: {} }, 405],
  ['health', { url: '/health/ready' }, 200],
  ['an unsigned webhook', { url: '/webhooks/contentful', method: 'POST', payload: {} }, 401],
  ['a picture', { url: '/media/photo.jpg' }, 200],
  ['an error of the server', { url: '/media/derived/a.webp' }, 500],
] satisfies [string, InjectOptions, number][])('%s has a policy that allows nothing', async (_, request, status) => {
  const { publishing } = createTestPublishing()
  const findDerivedFile = () => Promise.reject(new Error('no space'))
  const response = await ask(request, { publishing, findDerivedFile, logLevel: 'silent' })
  expect(response.statusCode).toBe(status)
  const policy = request.url.endsWith('.jpg') && status === 200 ? FILE_POLICY : RESPONSE_POLICY
  expect(response.headers).toMatchObject({ ...SITE.all, 'content-security-policy': policy })
})

test.each([
  ['/photo-desk/?a=1', '<h1>Photo desk</h1>', 'no-cache'],
  ['/photo-desk/assets/index-Ab12.js', 'start()', 'public, max-age=31536000, immutable'],
])('§10.16 serves %s, which Contentful may show in a frame', async (url, content, cache) => {
  const { statusCode, headers, body } = await ask({ url, headers: VISITOR })
  expect([statusCode, body]).toEqual([200, content])
  expect(headers).toMatchObject({
    'cache-control': cache,
    'content-security-policy': DESK_POLICY,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  expect(headers).not.toHaveProperty('x-frame-options')
  expect((await ask({ url: '/photo-desk/gallery', headers: VISITOR })).statusCode).toBe(404)
})

test('the headers file is read again after a rebuild; a broken file is ignored', async () => {
  const { publishing, update } = createTestPublishing()
  const { logStream, readEntries } = createTestLog()
  const server = createApp({ site: root, publishing, logStream })
  const policy = async () => (await server.inject({ url: '/', headers: VISITOR })).headers['content-security-policy']
  expect(await policy()).toContain('sha256-home')

  const page = { 'content-security-policy': "default-src 'none'; script-src 'sha256-new'" }
  await writeHeaders({ ...SITE, pages: { 'index.html': page } })
  await update()
  expect(await policy()).toContain('sha256-new')

  await writeHeaders({ ...SITE, pages: { 'index.html': 'default-src *' } })
  await update()
  expect(await policy()).toContain('sha256-new')
  expect(readEntries().map(({ msg }) => msg)).toEqual(['security headers cannot be read and stay as they were'])
  await server.close()
})

test('serves security.txt and no other dotfile', async () => {
  const response = await ask({ url: '/.well-known/security.txt' })
  expect([response.statusCode, response.body]).toEqual([200, 'Contact: mailto:office@site.example'])
  expect(response.headers).toMatchObject({ ...SITE.all, 'content-type': 'text/plain; charset=utf-8' })
  for (const url of ['/.well-known/other.txt', '/.well-known', '/.well-known/../.headers.json'])
    expect((await ask({ url })).statusCode, url).toBe(404)
})
