import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createWebServer } from '#server/web/web-server.ts'
import { openRawConnection } from '#tests/setup/server/raw-http.ts'
import { createTemporaryDatabase, createTestBackend } from '#tests/setup/server/test-backend.ts'

let root: string
let site: FastifyInstance
let siteUrl: string
/** A backend that records what the proxy sends it. */
let recorder: Server
let requests: string[]
let database: Awaited<ReturnType<typeof createTemporaryDatabase>>
let api: FastifyInstance
let apiUrl: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hostile-'))
  await writeFile(join(root, 'index.html'), '<h1>Home</h1>')
  requests = []
  recorder = createServer(async (request, response) => {
    const body = await buffer(request)
    requests.push(`${request.method} ${request.url} ${body.toString('latin1')}`)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => recorder.once('listening', resolve))
  const address = recorder.address()
  if (address === null || typeof address === 'string') throw new Error('The recorder has no port')
  site = createWebServer({ root, backendUrl: `http://127.0.0.1:${address.port}` })
  siteUrl = await site.listen({ host: '127.0.0.1', port: 0 })
  database = await createTemporaryDatabase()
  api = createTestBackend(database.db).app
  apiUrl = await api.listen({ host: '127.0.0.1', port: 0 })
  for (const { server } of [site, api]) Object.assign(server, { requestTimeout: 1_000, headersTimeout: 1_000 })
})
afterAll(async () => {
  await Promise.all([site.close(), api.close()])
  recorder.closeAllConnections()
  recorder.close()
  await database.remove()
  await rm(root, { recursive: true })
})
afterEach(() => {
  requests = []
})

/** Only a server that disagrees about the end of the request before it sees this request. */
const SMUGGLED = 'GET /api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

const post = (...headers: readonly string[]) =>
  `${['POST /api/contact HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers].join('\r\n')}\r\n\r\n`

/**
 * Sends the bytes and waits until the server closes the connection. Resolves with the statuses of its final responses.
 */
async function statusesOf(url: string, bytes: string): Promise<readonly number[]> {
  const { send, closed } = await openRawConnection(url)
  send(bytes)
  const received = await closed()
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200)
}

describe('no request can be smuggled past the proxy in', () => {
  test.each<readonly [title: string, bytes: string]>([
    ['a length and chunks', `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${SMUGGLED}`],
    ['chunks and a length', `${post('Transfer-Encoding: chunked', 'Content-Length: 999')}0\r\n\r\n${SMUGGLED}`],
    ['two lengths', `${post('Content-Length: 0', `Content-Length: ${SMUGGLED.length}`)}${SMUGGLED}`],
    ['two lengths in one line', `${post(`Content-Length: 0, ${SMUGGLED.length}`)}${SMUGGLED}`],
    ['a length with a sign', `${post('Content-Length: +0')}${SMUGGLED}`],
    ['a hexadecimal length', `${post('Content-Length: 0x0')}${SMUGGLED}`],
    ['a negative length', `${post('Content-Length: -1')}${SMUGGLED}`],
    ['a length of 2^64', `${post('Content-Length: 18446744073709551616')}${SMUGGLED}`],
    ['an empty length', `${post('Content-Length:')}${SMUGGLED}`],
    ['a length with a space before its colon', `${post('Content-Length : 0')}${SMUGGLED}`],
    ['a length on a continued line', `${post('X: a', ' Content-Length: 0')}${SMUGGLED}`],
    [
      'chunks on a continued line',
      `${post('X: a', '\tTransfer-Encoding: chunked', 'Content-Length: 3')}0\r\n\r\n${SMUGGLED}`,
    ],
    ['chunks with a space before the colon', `${post('Transfer-Encoding : chunked', 'Content-Length: 0')}${SMUGGLED}`],
    ['chunks with a vertical tab', `${post('Transfer-Encoding: \x0bchunked')}0\r\n\r\n${SMUGGLED}`],
    ['an unknown encoding', `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${SMUGGLED}`],
    ['an encoding after chunks', `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n${SMUGGLED}`],
    ['an identity encoding with a length', `${post('Transfer-Encoding: identity', 'Content-Length: 0')}${SMUGGLED}`],
    ['two encodings', `${post('Transfer-Encoding: chunked', 'Transfer-Encoding: x')}0\r\n\r\n${SMUGGLED}`],
    ['a header with a NUL', `${post('X: \0', 'Content-Length: 0')}${SMUGGLED}`],
    ['a header name with a line feed', `${post('X\nContent-Length: 0')}${SMUGGLED}`],
    ['a chunk size with a prefix', `${post('Transfer-Encoding: chunked')}0x0\r\n\r\n${SMUGGLED}`],
    ['a chunk size of 2^64', `${post('Transfer-Encoding: chunked')}10000000000000000\r\n${SMUGGLED}`],
    ['a negative chunk size', `${post('Transfer-Encoding: chunked')}-1\r\n${SMUGGLED}`],
    ['a chunk extension with a line feed', `${post('Transfer-Encoding: chunked')}0;a\n\r\n${SMUGGLED}`],
    ['a chunk without its last line break', `${post('Transfer-Encoding: chunked')}1\r\nxx0\r\n\r\n${SMUGGLED}`],
    ['a body that is too large', `${post('Content-Length: 40000')}${SMUGGLED.repeat(1_000)}`],
    ['a chunked body that is too large', `${post('Transfer-Encoding: chunked')}ffff\r\n${SMUGGLED.repeat(1_400)}`],
    [
      'a body with an empty content type',
      post('Content-Type:', `Content-Length: ${SMUGGLED.length}`, 'Connection: close') + SMUGGLED,
    ],
    [
      'a body of GET',
      `GET /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
    ],
    [
      'a chunked body of GET',
      `GET /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`,
    ],
    [
      'a body of OPTIONS',
      `OPTIONS /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
    ],
    [
      'a body of a page',
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
    ],
    [
      'a body that waits for 100 Continue',
      post('Expect: 100-continue', 'Connection: close', `Content-Length: ${SMUGGLED.length}`) + SMUGGLED,
    ],
    [
      'a body of HTTP/1.0',
      `POST /api/contact HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
    ],
    [
      'chunks of HTTP/1.0',
      `POST /api/contact HTTP/1.0\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    ],
    [
      'a trailer',
      `${post('Transfer-Encoding: chunked', 'Connection: close')}0\r\nContent-Length: 0\r\nTransfer-Encoding: x\r\n\r\n`,
    ],
    [
      'an upgrade',
      `GET /api/x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
    ],
    ['a tunnel', `CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`],
  ])('%s', async (_, bytes) => {
    const statuses = await statusesOf(siteUrl, bytes)
    expect(requests.filter((request) => /^GET \/smuggled/.test(request))).toEqual([])
    expect(statuses.length).toBeLessThanOrEqual(1)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })

  test('a path', async () => {
    for (const path of [
      '/api/x\rHost:y',
      '/api/x\nHost:y',
      '/api/x\0',
      '/api/x HTTP/1.1\r\nX: y',
      '/api/%0d%0aX:y',
      '/api/\u0100',
    ])
      await statusesOf(siteUrl, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    for (const request of requests) expect(request).toMatch(/^GET \/(x|%0d%0aX:y|\0)? $/)
  })
})

describe.each([
  ['the site', () => siteUrl, '/', { options: 405 }],
  ['the API', () => apiUrl, '/captcha.js', { options: 204 }],
])('%s', (_, url, path, { options }) => {
  const END = '\r\n\r\nGET /end HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

  test.each<readonly [title: string, bytes: string, statuses: readonly number[]]>([
    ['HTTP/0.9', `GET ${path}\r\n`, [400]],
    ['HTTP/1.0 with keep-alive', `GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`, [200, 404]],
    ['HTTP/1.1 without Host', `GET ${path} HTTP/1.1\r\n\r\n`, [400]],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['an unknown version', `GET ${path} HTTP/3.7\r\nHost: x\r\n\r\n`, [400]],
    ['line feeds only', `GET ${path} HTTP/1.1\nHost: x\n\n`, [400]],
    ['carriage returns only', `GET ${path} HTTP/1.1\rHost: x\r\r`, [400]],
    ['empty lines first', `\r\n\r\n\r\nGET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, [200, 404]],
    ['a space first', ` GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, [400]],
    ['a continued header', `GET ${path} HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n`, [400]],
    ['a NUL in the path', `GET ${path}\0 HTTP/1.1\r\nHost: x\r\n\r\n`, [400]],
    ['a NUL in a header', `GET ${path} HTTP/1.1\r\nHost: x\r\nX: \0\r\n\r\n`, [400]],
    ['a header of 17 KB', `GET ${path} HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, [400]],
    ['a path of 17 KB', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, [400]],
    ['3,000 headers', `GET ${path} HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(3_000)}\r\n`, [400]],
    ['a path that cannot be decoded', 'GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\n\r\n', [404, 404]],
    ['bytes beyond ASCII in the path', 'GET /\u00ff\u0080 HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['a target with a scheme', `GET http://x${path} HTTP/1.1\r\nHost: x\r\n\r\n`, [200, 404]],
    ['a target without a path', 'GET x:80 HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', [options, 404]],
    ['CONNECT', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n', []],
    ['TRACE', `TRACE ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, [405, 404]],
  ])('responds to %s with the right status', async (_, bytes, expected) => {
    expect(await statusesOf(url(), bytes + END)).toEqual(expected)
  })

  test.each(['HTTP/1.0', 'HTTP/1.0\r\nConnection: close', 'HTTP/1.1\r\nHost: x\r\nConnection: close'])(
    'closes the connection after its response to %j',
    async (version) => {
      expect(await statusesOf(url(), `GET ${path} ${version}\r\n\r\n`)).toEqual([200])
    },
  )
})
