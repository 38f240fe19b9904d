import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PublishingOptions } from '#server/publishing/publishing-routes.ts'
import {
  createCspHashSource,
  createSecurityHeaders,
  FILE_CSP,
  SECURITY_HEADERS_FILE,
  type SecurityHeadersFile,
} from './security-headers.ts'
import { createWebServer, startWebServer, type WebServerOptions } from './web-server.ts'

const VISITOR = { accept: 'text/html,application/xhtml+xml' }

const SITE: SecurityHeadersFile = {
  all: {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=1',
  },
  pages: {
    'index.html': { 'content-security-policy': "default-src 'none'; script-src 'sha256-home'" },
    'gallery/index.html': { 'content-security-policy': "default-src 'none'; script-src 'sha256-gallery'" },
  },
  drafts: { 'content-security-policy': "default-src 'none'; script-src 'self'" },
}

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'security-headers-'))
  const files = {
    'index.html': '<h1>Home</h1>',
    'gallery/index.html': '<h1>Gallery</h1>',
    'gallery/index.html.br': brotliCompressSync('<h1>Gallery</h1>'),
    '404.html': '<h1>Not here</h1>',
    'robots.txt': 'User-agent: *',
    '.well-known/security.txt': 'Contact: mailto:office@site.example',
    '.well-known/other.txt': 'secret',
    'assets/main-Ab12.js': 'start()',
    'media/photo.jpg': 'pixels',
    '.redirects.json': JSON.stringify({
      served: [{ path: '/old', to: '/gallery', isPermanent: true }],
      refused: [],
      pages: [],
    }),
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  await writeHeaders(SITE)
})
afterEach(() => rm(root, { recursive: true }))

const writeHeaders = (file: unknown) => writeFile(join(root, SECURITY_HEADERS_FILE), JSON.stringify(file))

/** A request to a server that reads the headers file again. */
async function ask(request: InjectOptions | string, options: Partial<WebServerOptions> = {}) {
  const server = createWebServer({ root, ...options })
  const response = await server.inject(request)
  await server.close()
  return response
}

const policyOf = async (request: InjectOptions | string) => (await ask(request)).headers['content-security-policy']

describe('pages', () => {
  test.each([
    ['/', 'sha256-home'],
    ['/?from=mail', 'sha256-home'],
    ['/gallery', 'sha256-gallery'],
  ])('%s has its own policy', async (url, hash) => {
    const policy = `default-src 'none'; script-src '${hash}'`
    expect(await policyOf({ url, headers: VISITOR })).toBe(policy)
    expect(await policyOf({ url, headers: VISITOR, method: 'HEAD' })).toBe(policy)
    expect(await policyOf({ url, headers: { ...VISITOR, 'accept-encoding': 'br' } })).toBe(policy)
  })

  test('an unchanged page keeps its policy', async () => {
    const { etag } = (await ask({ url: '/gallery', headers: VISITOR })).headers
    const response = await ask({ url: '/gallery', headers: { ...VISITOR, 'if-none-match': String(etag) } })
    expect(response.statusCode).toBe(304)
    expect(response.headers['content-security-policy']).toBe("default-src 'none'; script-src 'sha256-gallery'")
  })
})

describe('other responses have a policy that allows nothing', () => {
  const publishing: PublishingOptions = {
    secret: 'a'.repeat(64),
    rebuilds: {
      enqueue: () => {},
      getState: () => ({ status: 'ok', lastRebuild: null, failures: [], isRebuilding: false }),
      onRebuilt: () => {},
      close: async () => {},
    },
  }

  test.each([
    ['a redirect to the canonical path', { url: '/gallery/', headers: VISITOR }, 301],
    ['an editor’s redirect', { url: '/old', headers: VISITOR }, 301],
    ['an unknown page', { url: '/nowhere', headers: VISITOR }, 302],
    ['a missing file', { url: '/media/none.jpg' }, 404],
    ['a dotfile', { url: `/${SECURITY_HEADERS_FILE}` }, 404],
    ['a path that cannot be decoded', { url: '/%', headers: { accept: '*/*' } }, 404],
    ['another method', { url: '/gallery', method: 'POST', payload: {} }, 405],
    ['health', { url: '/health' }, 200],
    ['an unsigned webhook', { url: '/webhooks/contentful', method: 'POST', payload: {} }, 401],
    ['the error page', { url: '/404.html' }, 200],
    ['a text', { url: '/robots.txt' }, 200],
    ['a script', { url: '/assets/main-Ab12.js' }, 200],
    ['a picture', { url: '/media/photo.jpg' }, 200],
  ] satisfies [string, InjectOptions, number][])('%s', async (_, request, status) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await ask(request, { publishing })
    said.mockRestore()
    expect(response.statusCode).toBe(status)
    expect(response.headers).toMatchObject({
      ...SITE.all,
      'content-security-policy': expect.stringMatching(/^default-src 'none';.* frame-ancestors 'self'(;|$)/),
    })
    expect(response.headers['content-security-policy']).not.toContain('script-src')
  })

  test('an error of the server', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const findDerivedFile = () => Promise.reject(new Error('no space'))
    const response = await ask('/media/derived/a.webp', { findDerivedFile })
    said.mockRestore()
    expect(response.statusCode).toBe(500)
    expect(response.headers).toMatchObject({
      ...SITE.all,
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    })
  })

  test('the API without its backend', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const web = await startWebServer({ root, port: 0, backendUrl: 'http://127.0.0.1:9' })
    const response = await fetch(`${web.url}/api/contact`, { method: 'POST', body: '{}' })
    await web.close()
    said.mockRestore()
    expect(response.status).toBe(503)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...SITE.all,
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    })
  })

  test('backend responses have the site’s headers unless the backend sets them', async () => {
    const backend = createServer((_, response) => {
      response.setHeader('content-security-policy', "default-src 'none'; sandbox").end('{}')
    })
    await new Promise<void>((done) => backend.listen(0, '127.0.0.1', done))
    const address = backend.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const response = await ask('/api/health', { backendUrl: `http://127.0.0.1:${port}` })
    backend.closeAllConnections()
    backend.close()
    expect(response.headers).toMatchObject({ ...SITE.all, 'content-security-policy': "default-src 'none'; sandbox" })
  })
})

test.each([
  ['GET / HTTP/1.1\r\nHost: site\r\nbad header\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  ['GET / HTTP/9.9\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
])('the response to malformed HTTP has a policy: %j', async (bytes, status) => {
  const web = await startWebServer({ root, port: 0 })
  const socket = connect(Number(new URL(web.url).port), '127.0.0.1')
  socket.write(bytes)
  const response = await text(socket)
  await web.close()
  expect(response.split('\r\n')[0]).toBe(status)
  expect(response).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n")
  expect(response).toContain('x-content-type-options: nosniff\r\n')
})

describe('the headers file of the build', () => {
  test('is read again after a rebuild; a broken file is ignored', async () => {
    const listeners: (() => Promise<void>)[] = []
    const rebuilds: PublishingOptions['rebuilds'] = {
      enqueue: () => {},
      getState: () => ({ status: 'ok', lastRebuild: null, failures: [], isRebuilding: false }),
      onRebuilt: (listener) => listeners.push(listener),
      close: async () => {},
    }
    const server = createWebServer({ root, publishing: { secret: 'a'.repeat(64), rebuilds } })
    const policy = async () => (await server.inject({ url: '/', headers: VISITOR })).headers['content-security-policy']
    expect(await policy()).toContain('sha256-home')

    const page = { 'content-security-policy': "default-src 'none'; script-src 'sha256-new'" }
    await writeHeaders({ ...SITE, pages: { 'index.html': page } })
    for (const listener of listeners) await listener()
    expect(await policy()).toContain('sha256-new')

    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    await writeHeaders({ ...SITE, pages: { 'index.html': 'default-src *' } })
    for (const listener of listeners) await listener()
    expect(await policy()).toContain('sha256-new')
    expect(said.mock.calls.map(([line]) => line)).toEqual([
      '.headers.json cannot be read, so the security headers stay as they were:',
    ])
    said.mockRestore()
    await server.close()
  })

  test('is cached for the served folder and the two before it', async () => {
    const folders = ['a', 'b', 'c', 'd'].map((name) => join(root, name))
    for (const folder of folders) {
      await mkdir(folder)
      await writeFile(join(folder, SECURITY_HEADERS_FILE), JSON.stringify(SITE))
    }
    const { read, forFile } = createSecurityHeaders(() => folders.at(-1) ?? '')
    for (const folder of folders) await read(folder)
    const policies = folders.map((folder) => forFile(join(folder, 'index.html'))['content-security-policy'])
    expect(policies).toEqual([
      FILE_CSP,
      ...folders.slice(1).map(() => SITE.pages['index.html']?.['content-security-policy']),
    ])
  })

  test('without it, pages run and only the site can frame them', async () => {
    await rm(join(root, SECURITY_HEADERS_FILE))
    const { headers } = await ask({ url: '/gallery', headers: VISITOR })
    expect(headers).toMatchObject({
      'content-security-policy': "base-uri 'none'; object-src 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    })
    expect(await policyOf('/media/photo.jpg')).toMatch(/^default-src 'none'/)
  })

  test('cannot name a page outside its folder', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'security-cache-'))
    await writeFile(join(cache, 'index.html'), '<script>run()</script>')
    const response = await ask('/media/derived/index.html', { findDerivedFile: async () => join(cache, 'index.html') })
    await rm(cache, { recursive: true })
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none';/)
    expect(response.headers['content-security-policy']).not.toContain('script-src')
  })
})

test('serves security.txt and no other dotfile', async () => {
  const response = await ask('/.well-known/security.txt')
  expect([response.statusCode, response.body]).toEqual([200, 'Contact: mailto:office@site.example'])
  expect(response.headers).toMatchObject({ ...SITE.all, 'content-type': 'text/plain; charset=utf-8' })
  for (const url of [
    '/.well-known/other.txt',
    '/.well-known',
    `/${SECURITY_HEADERS_FILE}`,
    '/.well-known/../.headers.json',
  ])
    expect((await ask(url)).statusCode, url).toBe(404)
})

test('creates the hash that browsers compute', () => {
  // echo -n "alert('Hello, world.');" | openssl dgst -sha256 -binary | openssl base64
  expect(createCspHashSource("alert('Hello, world.');")).toBe("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='")
})
