import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createApp } from '#server/app.ts'
import type { RedirectsFile } from '#server/rendering/build-files.ts'
import { createTestLog } from '#tests/setup/backend.ts'
import { startTestApp, HTML_REQUEST_HEADERS as VISITOR, writeTestFiles } from '#tests/setup/server/site.ts'

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const root = await createTestFolder(afterAll)
const cache = await createTestFolder(afterAll)
const files = {
  'index.html': '<h1>Home</h1>',
  'photo-desk/index.html': '<h1>Photo desk</h1>',
  'services/index.html': '<h1>Services</h1>',
  'services/index.html.br': brotliCompressSync('<h1>Services</h1>'),
  'assets/main-Ab12.js': 'start()',
  'content/site.json': '{}',
  'content/site.json.br': brotliCompressSync('{}'),
  'icon.txt': 'an icon',
  'media/videos/film.mp4': '0123456789',
  'media/uploads/logo.svg': DRAWING,
  'media/uploads/logo.svg.br': brotliCompressSync(DRAWING),
  'media/uploads/OLD.SVG': DRAWING,
  'media/uploads/packed.svgz': gzipSync(DRAWING),
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
await writeTestFiles(root, files)

const get = (url: string, headers: Record<string, string> = {}) => createApp({ site: root }).inject({ url, headers })

describe('pages', () => {
  test('are served as built, also precompressed, with no-cache', async () => {
    const url = '/services?from=mail'
    const { statusCode, headers, body } = await get(url, VISITOR)
    expect([statusCode, body]).toEqual([200, '<h1>Services</h1>'])
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    const compressed = await get(url, { ...VISITOR, 'accept-encoding': 'br' })
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' })
    const unchanged = await get(url, { ...VISITOR, 'if-none-match': String(headers.etag) })
    expect(unchanged.statusCode).toBe(304)
    for (const { vary } of [headers, compressed.headers, unchanged.headers]) expect(vary).toBe('accept-encoding')
  })

  test('serves the complete old or new page while it is replaced', async () => {
    const folder = await createTestFolder()
    const page = join(folder, 'index.html')
    const [long, short] = ['long '.repeat(20_000), 'short '.repeat(10_000)] as const
    await writeFile(page, long)
    const web = await startTestApp({ site: folder })
    onTestFinished(web.close)
    const visits = Array.from({ length: 8 }, async () => {
      for (let count = 0; count < 20; count++) expect([long, short]).toContain(await (await fetch(web.url)).text())
    })
    let isServing = true
    const served = Promise.all(visits).finally(() => {
      isServing = false
    })
    for (let count = 0; isServing; count++) {
      await writeFile(`${page}.part`, count % 2 ? long : short)
      await rename(`${page}.part`, page)
    }
    await served
  })

  test.each([
    ['/services/', '/services'],
    ['/services/index.html', '/services'],
    ['//elsewhere.example/', '/elsewhere.example'],
    ['/SERVICES//', '/services'],
    [`/services${'/'.repeat(10_000)}`, '/services'],
    [`/Services?${'a'.repeat(3_000)}`, '/services'],
    ['/Services?From=Mail&a=/B/', '/services?From=Mail&a=/B/'],
    ['/photo-desk', '/photo-desk/'],
    ['/photo-desk/index.html', '/photo-desk/'],
  ])('%s has its address at %s', async (url, location) => {
    const { statusCode, headers } = await get(url, VISITOR)
    expect([statusCode, headers.location]).toEqual([301, location])
    expect(headers['cache-control']).toBe('public, max-age=3600')
  })
})

test.each([
  ['/brochure/', 301, '/services#safety', 'public, max-age=3600'],
  ['/old/about.html', 302, 'https://about.example/', 'no-cache'],
  ['/SERVICES', 302, '/brochures-of-services', 'no-cache'],
])('an editors’ redirect leads from %s on', async (url, status, location, cache) => {
  const { statusCode, headers } = await get(url)
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([status, location, cache])
})

/** A shared cache may not send the redirect to a program, or the 404 to a visitor. */
const NOT_FOR_OTHERS = { 'cache-control': 'no-cache', vary: 'accept' }

test.each([
  ...['/nowhere', '/media', '/Services/Deeper', '/%2553ervices', '/Services%00', '/Services%0d%0aSet-Cookie:a=b'],
  ...['/%E0%A4', '/.redirects.json', '/..%2fpackage.json'],
])('§2.2 the unknown path %s takes a visitor Home', async (url) => {
  const { statusCode, headers } = await get(url, VISITOR)
  expect([statusCode, headers.location]).toEqual([302, '/'])
  expect(headers).toMatchObject(NOT_FOR_OTHERS)
})

test('a missing file is not found', async () => {
  const { statusCode, headers, body } = await get('/assets/gone-Ab12.js', { accept: 'image/avif,*/*' })
  expect([statusCode, body]).toEqual([404, 'Not found'])
  expect(headers).toMatchObject(NOT_FOR_OTHERS)
})

test('hashed files are cached permanently, media for a day, also in parts, and content is asked for again', async () => {
  for (const [url, type, cached, ranges] of [
    ['/assets/main-Ab12.js', 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'bytes'],
    ['/content/site.json', 'application/json; charset=utf-8', 'no-cache', undefined],
    ['/media/uploads/logo.svg', 'image/svg+xml', 'public, max-age=86400', 'bytes'],
    ['/media/videos/film.mp4', 'video/mp4', 'public, max-age=86400', 'bytes'],
    ['/icon.txt', 'text/plain; charset=utf-8', 'public, max-age=86400', undefined],
    ['/services', 'text/html; charset=utf-8', 'no-cache', undefined],
  ])
    for (const encoding of ['identity', 'br']) {
      const { headers } = await get(url ?? '', { ...VISITOR, 'accept-encoding': encoding })
      expect([url, headers['content-type'], headers['cache-control'], headers['accept-ranges']]).toEqual([
        url,
        type,
        cached,
        ranges,
      ])
    }
  const { statusCode, headers, body } = await get('/media/videos/film.mp4', { range: 'bytes=2-5' })
  expect([statusCode, headers['content-range'], body]).toEqual([206, 'bytes 2-5/10', '2345'])
  expect(headers['cache-control']).toBe('public, max-age=86400')
})

test('the range of a file may end after it, but not begin after it; a page is served as a whole', async () => {
  const film = '/media/videos/film.mp4' // 10 bytes
  for (const [range, status, contentRange, text] of [
    ['bytes=-30', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=10-', 416, 'bytes */10', ''],
  ] as const) {
    const { statusCode, headers, body } = await get(film, { ...VISITOR, range })
    expect([statusCode, headers['content-range'], body]).toEqual([status, contentRange, text])
  }
  expect((await get('/services', { ...VISITOR, range: 'bytes=900-' })).statusCode).toBe(200)
  expect((await get(film, { 'if-match': '"other"', range: 'bytes=0-1' })).statusCode).toBe(412)
})

describe('an SVG file opened directly cannot run scripts or load anything', () => {
  const expectSafe = (headers: Readonly<Record<string, unknown>>) =>
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")

  test.each<[string, string, Record<string, string>?]>([
    ['with an encoded name', 'logo%2Esvg'],
    ['compressed (br)', 'logo.svg', { 'accept-encoding': 'br' }],
    ['by the name of its compressed file', 'logo.svg.br'],
    ['in capital letters', 'OLD.SVG'],
    ['compressed by its author', 'packed.svgz'],
  ])('§12.51 %s', async (_, name, requestHeaders) => {
    const { statusCode, headers } = await get(`/media/uploads/${name}`, requestHeaders)
    expect([statusCode, headers['x-content-type-options']]).toEqual([200, 'nosniff'])
    expectSafe(headers)
  })

  test('unchanged, and as a derived file', async () => {
    const { etag } = (await get('/media/uploads/logo.svg')).headers
    const unchanged = await get('/media/uploads/logo.svg', { 'if-none-match': String(etag) })
    expect(unchanged.statusCode).toBe(304)
    expectSafe(unchanged.headers)
    await writeFile(join(cache, '0123abcd.svg'), DRAWING)
    const server = createApp({ site: root, findDerivedFile: async () => join(cache, '0123abcd.svg') })
    const { headers } = await server.inject('/media/derived/logo.0123abcd.svg')
    expect(headers['content-type']).toBe('image/svg+xml')
    expectSafe(headers)
  })
})

describe('derived images', () => {
  const findDerivedFile = async (name: string) => {
    if (name === 'broken.avif') throw new Error('no picture')
    if (name !== 'photo-320.avif') return null
    await writeFile(join(cache, name), 'pixels')
    return join(cache, name)
  }
  const derived = (name: string) => createApp({ site: root, findDerivedFile }).inject({ url: `/media/derived/${name}` })

  test('are created on request, and are missing without a source image', async () => {
    const { statusCode, headers, body } = await derived('photo-320.avif')
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'image/avif', 'pixels'])
    for (const name of ['other-320.avif', '..%2findex.html']) expect((await derived(name)).statusCode).toBe(404)
  })

  test('respond 500 when they cannot be created', async () => {
    const { lines, logStream, readEntries } = createTestLog()
    const server = createApp({ site: root, findDerivedFile, logStream })
    const answer = await server.inject('/media/derived/broken.avif?secret=1')
    expect([answer.statusCode, answer.body]).toEqual([500, 'Something went wrong on the server.'])
    expect(readEntries()).toEqual([
      expect.objectContaining({ level: 50, method: 'GET', route: '/media/derived/:name', msg: 'request failed' }),
    ])
    expect(lines.join()).not.toMatch(/secret|broken|no picture/)
  })
})
