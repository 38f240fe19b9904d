import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { Agent, request as http } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { createMonitoring } from '#server/monitoring/monitoring.ts'
import type { PublishingState } from '#server/publishing/rebuild-queue.ts'
import { HEALTH_TOKEN } from '#tests/setup/server/health.ts'
import { sendRawRequest } from '#tests/setup/server/raw-http.ts'
import type { RedirectsFile } from './redirects.ts'
import { createWebServer, startWebServer, type WebServer } from './web-server.ts'

const VISITOR = { accept: 'text/html,application/xhtml+xml' }
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
let root: string
let cache: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'web-'))
  cache = await mkdtemp(join(tmpdir(), 'web-cache-'))
  const files = {
    'index.html': '<h1>Home</h1>',
    'services/index.html': '<h1>Services</h1>',
    'services/index.html.br': brotliCompressSync('<h1>Services</h1>'),
    'assets/main-Ab12.js': 'start()',
    'media/videos/film.mp4': '0123456789',
    'media/uploads/logo.svg': DRAWING,
    'media/uploads/logo.svg.br': brotliCompressSync(DRAWING),
    'media/uploads/logo.svg.gz': gzipSync(DRAWING),
    'media/uploads/OLD.SVG': DRAWING,
    'media/uploads/packed.svgz': gzipSync(DRAWING),
    '.vite/manifest.json': '{}',
    '.redirects.json': JSON.stringify({
      served: [
        { path: '/brochure', to: '/services#safety', isPermanent: true },
        { path: '/SERVICES', to: '/brochures-of-services', isPermanent: false },
        { path: '/old/about.html', to: 'https://about.example/', isPermanent: false },
      ],
      refused: [{ id: 'round', from: '/round', reason: 'leads to itself: let it lead to a page' }],
      pages: [],
    } satisfies RedirectsFile),
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
})
afterAll(() => Promise.all([root, cache].map((folder) => rm(folder, { recursive: true }))))

const get = (url: string, headers: Record<string, string> = {}) => createWebServer({ root }).inject({ url, headers })

describe('pages', () => {
  test.each([
    ['/', 'Home'],
    ['/services', 'Services'],
    ['/services?from=mail', 'Services'],
  ])('%s is served as built, with no-cache', async (url, title) => {
    const answer = await get(url, VISITOR)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toBe(`<h1>${title}</h1>`)
  })

  test('redirects a long path or query to the page', async () => {
    for (const url of [`/Services?${'a'.repeat(3_000)}`, `/services${'/'.repeat(10_000)}`]) {
      const answer = await get(url, VISITOR)
      expect([answer.statusCode, answer.headers.location]).toEqual([301, '/services'])
    }
  })

  test('serves the complete old or new page while it is replaced', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'web-replaced-'))
    const page = join(folder, 'index.html')
    const [long, short] = ['long '.repeat(20_000), 'short '.repeat(10_000)] as const
    await writeFile(page, long)
    const web = await startWebServer({ root: folder, port: 0 })
    let isServing = true
    const visit = async () => {
      for (let count = 0; count < 100; count++) {
        const answer = await fetch(web.url, { signal: AbortSignal.timeout(5_000) })
        expect([long, short]).toContain(await answer.text())
      }
    }
    const replace = async () => {
      for (let count = 0; isServing; count++) {
        await writeFile(`${page}.part`, count % 2 ? long : short)
        await rename(`${page}.part`, page)
      }
    }
    const replaced = replace()
    try {
      await Promise.all(Array.from({ length: 8 }, visit))
    } finally {
      isServing = false
      await replaced
      await web.close()
      await rm(folder, { recursive: true })
    }
  })

  test('responds 304 for an unchanged page', async () => {
    const { etag } = (await get('/services', VISITOR)).headers
    const answer = await get('/services', { ...VISITOR, 'if-none-match': String(etag) })
    expect(answer.statusCode).toBe(304)
  })

  test('sends precompressed files', async () => {
    const answer = await get('/services', { ...VISITOR, 'accept-encoding': 'br' })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers.vary).toContain('accept-encoding')
  })

  test.each([
    ['/services/', '/services'],
    ['/services/?a=/b/', '/services?a=/b/'],
    ['/services/index.html', '/services'],
    ['/index.html', '/'],
    ['//elsewhere.example/', '/elsewhere.example'],
    ['/Services', '/services'],
    ['/SeRvIcEs/', '/services'],
    ['/SERVICES//', '/services'],
    ['//services//', '/services'],
    ['/Services/Index.HTML', '/services'],
    ['/INDEX.HTML', '/'],
    ['/%53ervices', '/services'],
    ['/services%2F', '/services'],
    ['/%2FServices', '/services'],
    ['/Services?From=Mail&a=/B/', '/services?From=Mail&a=/B/'],
    ['/Services?a=//evil.example', '/services?a=//evil.example'],
    ['/Services?a=\\evil.example', '/services'],
  ])('%s has its address at %s', async (url, location) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await createWebServer({ root }).inject({ method, url, headers: VISITOR })
      expect([answer.statusCode, answer.headers.location]).toEqual([301, location])
      expect(answer.headers['cache-control']).toBe('public, max-age=3600')
    }
  })
})

test('treats an absolute request target as its path', async () => {
  const web = await startWebServer({ root, port: 0 })
  const get = (target: string) => sendRawRequest(web.url, `GET ${target} HTTP/1.1\r\nHost: site.example\r\n\r\n`)
  for (const [target, status] of [
    ['http://site.example/services', 200],
    ['HTTPS://site.example/services?a', 200],
    ['http://site.example', 200],
    ['http://site.example?a', 200],
    ['http://site.example/nowhere', 404],
  ] as const)
    expect((await get(target)).status, target).toBe(status)
  const { status, headers } = await get('http://site.example/services/?a=1')
  expect([status, headers.get('location')]).toEqual([301, '/services?a=1'])
  await web.close()
})

describe('never redirects to another host', () => {
  const EVIL = 'evil.example'
  let web: WebServer
  beforeAll(async () => {
    web = await startWebServer({ root, port: 0 })
  })
  afterAll(() => web.close())

  /** The bytes of the target go over a socket as they are; `inject` and `fetch` would normalize them. */
  async function locationOf(target: string): Promise<string | undefined> {
    const request = `GET ${target} HTTP/1.1\r\nHost: site.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n`
    return (await sendRawRequest(web.url, request)).headers.get('location')
  }

  function expectOwnHost(target: string, location: string): void {
    for (const page of ['https://site.example/', 'http://site.example/services/deeper'])
      expect(new URL(location, page).host, `${target} → ${location}`).toBe('site.example')
  }

  const DECORATED = [
    ...[
      `/\\${EVIL}`,
      `/\\\\${EVIL}`,
      `\\\\${EVIL}`,
      `/\\/${EVIL}`,
      `//\\${EVIL}`,
      `/.\\${EVIL}`,
      `/a\\..\\..\\\\${EVIL}`,
    ],
    ...[`//${EVIL}`, `///${EVIL}`, `/.//${EVIL}`, `/..//${EVIL}`, `/a/..//${EVIL}`, `/%2e//${EVIL}`, `/.;//${EVIL}`],
    ...[`/%5c${EVIL}`, `/%5C%5C${EVIL}`, `/%2f%2f${EVIL}`, `/%2f${EVIL}`, `//%2f${EVIL}`, `/%252f%252f${EVIL}`],
    ...[
      `/\t/${EVIL}`,
      `/%09/${EVIL}`,
      `/%0a/${EVIL}`,
      `/%0d%0aLocation:%20//${EVIL}`,
      `/\u00a0/${EVIL}`,
      `/%00/${EVIL}`,
    ],
    ...[`/@${EVIL}`, `/:${EVIL}`, `/;//${EVIL}`, `/https://${EVIL}`, `/https:${EVIL}`, `/#//${EVIL}`, `/?//${EVIL}`],
    ...[
      `http://${EVIL}`,
      `HTTP://${EVIL}/services`,
      `http:${EVIL}`,
      `https://${EVIL}//${EVIL}`,
      `http://${EVIL}/\\${EVIL}`,
    ],
    ...[
      `/Services//${EVIL}`,
      `//Services/..//${EVIL}`,
      `/%2fSERVICES%2f`,
      `/Services/\\${EVIL}`,
      `/Services?//${EVIL}`,
    ],
    ...[`ftp://${EVIL}`, `javascript://${EVIL}`, `//user@${EVIL}:80`, `http://@${EVIL}`, `http://x?//${EVIL}`],
  ]
  test.each(DECORATED)('%j', async (target) => {
    for (const ending of ['', '/', '/index.html', '//', '/.', '/./', '/..', '/?a=/', '/?\\', '/index.html?//', '/#/']) {
      const location = await locationOf(target + ending)
      if (location !== undefined) expectOwnHost(target + ending, location)
    }
  })

  const PARTS = [
    ...['/', '\\', '.', '..', '%2f', '%5C', '%2e', '%09', '@', ':', ';', '?', '#', 'http:'],
    ...['index.html', 'Services', EVIL],
  ]
  const combination = fc
    .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 8 })
    .map((chosen) => `/${chosen.join('')}`)

  test('any combination of URL parts', () =>
    fc.assert(
      fc.asyncProperty(combination, async (target) => {
        const location = await locationOf(target)
        if (location !== undefined) expectOwnHost(target, location)
      }),
      { numRuns: 1_000 },
    ))

  test('no combination of URL parts redirects in a circle', () =>
    fc.assert(
      fc.asyncProperty(combination, async (start) => {
        const visited: string[] = []
        for (let target: string | undefined = start; target !== undefined; target = await locationOf(target)) {
          visited.push(target)
          expect(visited.length, visited.join(' → ')).toBeLessThanOrEqual(3)
        }
      }),
      { numRuns: 300, examples: [[`/${EVIL}///`], [`//${EVIL}//index.html///`]] },
    ))
})

describe('editors’ redirects', () => {
  test.each([
    ['/brochure', 301, '/services#safety', 'public, max-age=3600'],
    ['/brochure/', 301, '/services#safety', 'public, max-age=3600'],
    ['/brochure?from=mail', 301, '/services?from=mail#safety', 'public, max-age=3600'],
    ['/old/about.html', 302, 'https://about.example/', 'no-cache'],
    ['/SERVICES', 302, '/brochures-of-services', 'no-cache'],
  ])('%s leads on', async (url, status, location, cache) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await createWebServer({ root }).inject({ method, url })
      const { headers } = answer
      expect([answer.statusCode, headers.location, headers['cache-control']]).toEqual([status, location, cache])
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test.each(['/brochure%2f..%2f..%2f', '//brochure//evil.example', '/brochure\\evil.example', '/brochure%0d%0aa:b'])(
    '%s is no way to another site',
    async (url) => {
      const { location = '' } = (await get(url, VISITOR)).headers
      expect(new URL(location, 'http://site.example').host).toBe('site.example')
    },
  )
})

describe('health', () => {
  const health = async (state?: PublishingState, headers: Record<string, string> = AUTHORIZED) => {
    const rebuilds = state && { getState: () => state, enqueue: () => {}, onRebuilt: () => {}, close: async () => {} }
    const publishing = rebuilds && { secret: 'a'.repeat(64), rebuilds }
    const monitoring = createMonitoring(parseMonitoringConfig({ HEALTH_TOKEN, DISK_FREE_MB: '0' }))
    return createWebServer({ root, publishing, monitoring, logLevel: 'silent' }).inject({ url: '/health', headers })
  }
  const AUTHORIZED = { authorization: `Bearer ${HEALTH_TOKEN}` }
  const refused = [{ id: 'round', from: '/round', reason: 'leads to itself: let it lead to a page' }]
  const good: PublishingState = {
    status: 'ok',
    lastRebuild: '2026-11-23T08:00:00.000Z',
    failures: [],
    isRebuilding: false,
  }
  const failed: PublishingState = { ...good, status: 'failed', failures: [{ what: '/gallery', reason: 'Down' }] }

  test('is ok without publishing and lists rejected redirects', async () => {
    const answer = await health()
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.json()).toEqual({
      status: 'ok',
      checks: { redirects: { status: 'ok', refused }, disk: expect.objectContaining({ status: 'ok' }) },
    })
  })

  test('is ok while the pages are current', async () => {
    const answer = await health(good)
    expect(answer.json()).toMatchObject({ status: 'ok', checks: { pages: good } })
  })

  test('is degraded but ready while a page is outdated', async () => {
    const answer = await health(failed)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      status: 'degraded',
      checks: { pages: { ...failed, status: 'degraded', reason: 'pages are outdated' } },
    })
    expect(answer.body).not.toContain('aaaa')
  })

  test.each([
    ['no token', {}],
    ['a wrong token', { authorization: `Bearer ${HEALTH_TOKEN}x` }],
    ['another scheme', { authorization: `Basic ${HEALTH_TOKEN}` }],
  ])('with %s says only that the server is ready', async (_, headers) => {
    for (const state of [undefined, good, failed]) {
      const answer = await health(state, headers)
      expect([answer.statusCode, answer.body]).toEqual([200, '{"status":"ok"}'])
    }
  })

  test('is not ready while the backend is unreachable', async () => {
    const monitoring = createMonitoring(parseMonitoringConfig({ HEALTH_TOKEN, DISK_FREE_MB: '0' }))
    const ready = (backendUrl: string) =>
      createWebServer({ root, backendUrl, monitoring, logLevel: 'silent' }).inject({
        url: '/health/ready',
        headers: AUTHORIZED,
      })
    const gone = await ready('http://127.0.0.1:9')
    expect([gone.statusCode, gone.json().status]).toEqual([503, 'failed'])
    expect(gone.json().checks.backend).toEqual({ status: 'failed', reason: 'ECONNREFUSED' })
    let status = 503
    const backend = fastify()
    backend.get('/health/ready', (_, reply) => reply.code(status).send({}))
    const address = await backend.listen({ port: 0, host: '127.0.0.1' })
    expect((await ready(address)).json().checks.backend).toEqual({ status: 'failed', reason: 'status 503' })
    status = 200
    expect((await ready(address)).json()).toMatchObject({ status: 'ok', checks: { backend: { status: 'ok' } } })
    await backend.close()
  })

  test('sends one backend request for many health requests', async () => {
    let requests = 0
    const backend = fastify()
    backend.get('/health/ready', async () => {
      requests += 1
      return {}
    })
    const address = await backend.listen({ port: 0, host: '127.0.0.1' })
    const server = createWebServer({ root, backendUrl: address })
    const answers = await Promise.all(Array.from({ length: 2_000 }, () => server.inject('/health/ready')))
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['{"status":"ok"}']))
    expect(requests).toBeLessThan(5)
    await backend.close()
  })

  test('limits the wait for a backend whose response never ends', async () => {
    const backend = createServer((socket) => {
      socket.on('error', () => {}).resume()
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
    })
    backend.listen(0, '127.0.0.1')
    await once(backend, 'listening')
    const address = z.object({ port: z.number() }).parse(backend.address())
    const answer = await createWebServer({ root, backendUrl: `http://127.0.0.1:${address.port}` }).inject(
      '/health/ready',
    )
    expect([answer.statusCode, answer.body]).toEqual([200, '{"status":"ok"}'])
    await expect.poll(() => promisify(backend.getConnections.bind(backend))()).toBe(0)
    backend.close()
  })

  test('of the process does not depend on the backend', async () => {
    const answer = await createWebServer({ root, backendUrl: 'http://127.0.0.1:9' }).inject('/health/live')
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([
      200,
      '{"status":"ok"}',
      'no-store',
    ])
  })
})

describe('unknown paths', () => {
  test.each([
    '/nowhere',
    '/nowhere/deeper',
    '/media',
    '/Services/Deeper',
    '/serviceſ', // lower case of no page
    '/Services.html',
    '/%2553ervices',
    '/Services%00',
    '/Services%3Fa',
    '/;/Services',
    '/Services%0d%0aSet-Cookie:a=b',
    '/%E0%A4',
    '/.vite/manifest.json',
    '/.redirects.json',
    '/..%2fpackage.json',
  ])('%s takes a visitor Home', async (url) => {
    const answer = await get(url, VISITOR)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
  })

  test.each(['/assets/gone-Ab12.js', '/media/gone.jpg', '/..%2f..%2fetc/passwd'])('%s is missing', async (url) => {
    const answer = await get(url, { accept: 'image/avif,*/*' })
    expect([answer.statusCode, answer.body]).toEqual([404, 'Not found'])
  })

  test('rejects write methods', async () => {
    const answer = await createWebServer({ root }).inject({ method: 'POST', url: '/services', payload: {} })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('files', () => {
  test('caches hashed files permanently and media for a day', async () => {
    const asset = await get('/assets/main-Ab12.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const film = await get('/media/videos/film.mp4')
    expect(film.headers['cache-control']).toBe('public, max-age=86400')
  })

  test('supports range requests for videos', async () => {
    const answer = await get('/media/videos/film.mp4', { range: 'bytes=2-5' })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe('bytes 2-5/10')
    expect(answer.body).toBe('2345')
  })

  test('every response has the security headers', async () => {
    for (const url of ['/', '/nowhere', '/%E0%A4', '/assets/main-Ab12.js']) {
      const { headers } = await get(url, VISITOR)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    }
  })
})

describe('an SVG file opened directly cannot run scripts or load anything', () => {
  const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

  test.each<[string, string, Record<string, string>, number]>([
    ['as it is', 'logo.svg', {}, 200],
    ['with a query', 'logo.svg?a=.png', {}, 200],
    ['with an encoded name', 'logo%2Esvg', {}, 200],
    ['compressed (br)', 'logo.svg', { 'accept-encoding': 'br' }, 200],
    ['compressed (gzip)', 'logo.svg', { 'accept-encoding': 'gzip' }, 200],
    ['in part', 'logo.svg', { range: 'bytes=0-9' }, 206],
    ['by the name of its compressed file', 'logo.svg.br', {}, 200],
    ['by the name of its other compressed file', 'logo.svg.gz', {}, 200],
    ['in capital letters', 'OLD.SVG', {}, 200],
    ['compressed by its author', 'packed.svgz', {}, 200],
  ])('%s', async (_, name, headers, status) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await createWebServer({ root }).inject({ method, url: `/media/uploads/${name}`, headers })
      expect(response.statusCode).toBe(status)
      expect(response.headers['content-security-policy']).toBe(POLICY)
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('in a 304 response', async () => {
    const { etag } = (await get('/media/uploads/logo.svg')).headers
    const response = await get('/media/uploads/logo.svg', { 'if-none-match': String(etag) })
    expect([response.statusCode, response.headers['content-security-policy']]).toEqual([304, POLICY])
  })

  test('as a derived file', async () => {
    await writeFile(join(cache, '0123abcd.svg'), DRAWING)
    const findDerivedFile = async () => join(cache, '0123abcd.svg')
    const { headers } = await createWebServer({ root, findDerivedFile }).inject({
      url: '/media/derived/logo.0123abcd.svg',
    })
    expect(headers['content-security-policy']).toBe(POLICY)
    expect(headers['content-type']).toBe('image/svg+xml')
  })

  test('other files have another policy or none', async () => {
    for (const url of ['/', '/assets/main-Ab12.js', '/media/videos/film.mp4'])
      expect((await get(url)).headers['content-security-policy']).not.toBe(POLICY)
  })
})

describe('derived images', () => {
  const findDerivedFile = async (name: string) => {
    if (name === 'broken.avif') throw new Error('no picture')
    if (name !== 'photo-320.avif') return null
    await writeFile(join(cache, name), 'pixels')
    return join(cache, name)
  }
  const derived = (name: string) => createWebServer({ root, findDerivedFile }).inject({ url: `/media/derived/${name}` })

  test('are created on request', async () => {
    const answer = await derived('photo-320.avif')
    expect([answer.statusCode, answer.body]).toEqual([200, 'pixels'])
    expect(answer.headers['content-type']).toBe('image/avif')
  })

  test('respond 404 without a source image', async () => {
    expect((await derived('other-320.avif')).statusCode).toBe(404)
    expect((await derived('..%2findex.html')).statusCode).toBe(404)
  })

  test('respond 500 when they cannot be created', async () => {
    const lines: string[] = []
    const server = createWebServer({ root, findDerivedFile, logStream: { write: (line) => lines.push(line) } })
    const answer = await server.inject('/media/derived/broken.avif?secret=1')
    expect([answer.statusCode, answer.body]).toEqual([500, 'Something went wrong on the server.'])
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 50, method: 'GET', route: '/media/derived/:name', msg: 'request failed' }),
    ])
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
      type: 'Error',
      stack: expect.stringContaining('web-server.test'),
    })
    expect(lines.join()).not.toMatch(/secret|broken|no picture/)
  })
})

describe('the backend, below /api', () => {
  const upstream = fastify()
  let backendUrl: string
  beforeAll(async () => {
    upstream.post('/contact', async ({ headers, body }, reply) => {
      reply.code(202).header('cache-control', 'no-store').header('set-cookie', 'a=1; Path=/')
      return { body, client: headers.clientid, for: headers['x-forwarded-for'] }
    })
    backendUrl = await upstream.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => upstream.close())

  const post = (headers: Record<string, string> = {}, trustedProxies: readonly string[] = []) =>
    createWebServer({ root, backendUrl, trustedProxies }).inject({
      method: 'POST',
      url: '/api/contact',
      headers: { 'content-type': 'application/json', ClientId: '3', ...headers },
      payload: '{"name":"Ada"}',
    })

  test('receives the request unchanged, and its response is returned', async () => {
    const answer = await post()
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toEqual({ body: { name: 'Ada' }, client: '3', for: '127.0.0.1' })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'set-cookie': 'a=1; Path=/' })
  })

  test.each([
    ['that the client claims', '203.0.113.7', [], '127.0.0.1'],
    ['from a trusted proxy', '203.0.113.7', ['127.0.0.1'], '203.0.113.7'],
    ['that the proxy added', '203.0.113.7, 198.51.100.9', ['127.0.0.1'], '198.51.100.9'],
    [
      'before a chain of trusted proxies',
      '203.0.113.7, 198.51.100.9, 10.1.1.1',
      ['127.0.0.1', '10.0.0.0/8'],
      '198.51.100.9',
    ],
    ['of IPv6', '2001:db8::7', ['127.0.0.0/8'], '2001:db8::7'],
    ['that is invalid', 'unknown, <script>', ['127.0.0.1'], '127.0.0.1'],
    ['that is empty', '', ['127.0.0.1'], '127.0.0.1'],
    ['with a port', '203.0.113.7:5000', ['127.0.0.1'], '127.0.0.1'],
  ])('gets one address of the visitor: %s', async (_, forwarded, trusted, expected) => {
    expect((await post({ 'x-forwarded-for': forwarded }, trusted)).json().for).toBe(expected)
  })

  test('responds to unknown paths below /api', async () => {
    const answer = await createWebServer({ root, backendUrl }).inject({ url: '/api/nowhere', headers: VISITOR })
    expect(answer.statusCode).toBe(404)
  })

  test('when it is unreachable, the response is a JSON error', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const web = await startWebServer({ root, port: 0, backendUrl: 'http://127.0.0.1:9', logLevel: 'silent' })
    const answer = await fetch(`${web.url}/api/contact`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    expect(answer.headers.get('retry-after')).toBe('5')
    await web.close()
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
  })

  test.each([
    ['33 KiB', { 'content-length': '33792' }, 413, 'body_too_large'],
    ['an invalid content type', { 'content-type': '' }, 415, 'malformed_request'],
  ])('%s: refused here, in the form of its answers', async (_, headers, status, code) => {
    const answer = await post(headers)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('an unread request body does not block the next request of the connection', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const gone = await startWebServer({ root, port: 0, backendUrl: 'http://127.0.0.1:9', logLevel: 'silent' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const statuses: (number | undefined)[] = []
    for (const size of [100, 20_000, 2_000_000, 100]) {
      const request = http(`${gone.url}/api/contact`, { method: 'POST', agent, timeout: 5_000 })
      request.end('x'.repeat(size))
      const [response] = await once(request, 'response')
      response.resume()
      statuses.push(response.statusCode)
    }
    expect(statuses).toEqual([503, 503, 413, 503])
    agent.destroy()
    await gone.close()
    said.mockRestore()
  })

  test('without a backend, messages are rejected', async () => {
    const answer = await createWebServer({ root }).inject({ method: 'POST', url: '/api/contact', payload: {} })
    expect(answer.statusCode).toBe(405)
  })
})

test('rejects a port in use', async () => {
  const first = await startWebServer({ root, port: 0 })
  const second = startWebServer({ root, port: Number(new URL(first.url).port) })
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await first.close()
})
