import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { openRawConnection } from '#local-tests/raw-http.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { API_RESPONSE_HEADERS } from '#server/http/security-policies.ts'
import { createTestConfig, createTestDatabase } from '#tests/setup/backend.ts'
import { openSession, SITE_HEADERS, SITE_ORIGIN } from '#tests/setup/messages.ts'
import { startTestApp, writeTestFiles } from '#tests/setup/server/site.ts'

/** Methods and paths of the requests that the server has seen. */
let requests: string[] = []

const root = await createTestFolder(afterAll)
await writeTestFiles(root, { 'index.html': '<h1>Home</h1>', 'media/film.mp4': Buffer.alloc(5_000_000) })
const { db } = await createTestDatabase(afterAll)
const web = await startTestApp({ site: root, api: { db, config: createTestConfig() }, logLevel: 'silent' })
web.app.server.on('request', ({ method, url }) => requests.push(`${method} ${url}`))
const LIMITS = { requestTimeout: 1_000, headersTimeout: 1_000 }
Object.assign(web.app.server, LIMITS)
afterAll(() => web.close())
afterEach(() => {
  requests = []
})

/** Only a server that disagrees about the end of the request before it sees this request. */
const SMUGGLED = 'GET /api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

const post = (...headers: readonly string[]) =>
  `${['POST /api/contact HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers].join('\r\n')}\r\n\r\n`

const withBody = (start: string) =>
  `${start}\r\nHost: x\r\nConnection: close\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`

const withChunk = (start: string) =>
  `${start}\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`

/** Sends the bytes and waits until the server closes the connection. Resolves with the statuses of its final responses. */
async function statusesOf(url: string, bytes: string): Promise<readonly number[]> {
  const { send, closed } = await openRawConnection(url)
  send(bytes)
  return readStatuses(await closed())
}

const readStatuses = (received: string): readonly number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)).filter((status) => status >= 200)

/** A request that the API accepts up to its body. */
const postFromPage = (...headers: readonly string[]) =>
  post('ClientId: 3', 'EnvironmentId: qa', `Origin: ${SITE_ORIGIN}`, ...headers)

test('§12.49 headers and bodies that arrive slowly get 408, while other clients are served', async () => {
  const slow = Array.from({ length: 20 }, async (_, index) => {
    const { socket, send, closed } = await openRawConnection(web.url)
    send(index % 2 ? postFromPage('Content-Length: 1000') : 'GET /')
    while (socket.writable) {
      send('x')
      await sleep(50)
    }
    return readStatuses(await closed())
  })
  expect((await fetch(`${web.url}/api/captcha.js`)).status).toBe(200)
  for (const statuses of await Promise.all(slow)) expect(statuses).toEqual([408])
})

test('§12.49 clients that read none of their responses change none of another visitor', async () => {
  const unread = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const { socket, send } = await openRawConnection(web.url)
      socket.pause()
      send('GET /media/film.mp4 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
      return socket
    }),
  )
  await expect.poll(() => requests.length).toBeGreaterThanOrEqual(unread.length)
  const film = await fetch(`${web.url}/media/film.mp4`)
  expect((await film.arrayBuffer()).byteLength).toBe(5_000_000)
  expect(await (await fetch(web.url)).text()).toBe('<h1>Home</h1>')
  expect(process.memoryUsage().rss).toBeLessThan(1_500_000_000) // of 5 GB that were requested
  for (const socket of unread) socket.destroy()
})

test.each([
  ['compressed', 'Content-Encoding: gzip\r\nContent-Length: 3000000', 415],
  ['too large', 'Content-Length: 1000000000', 413],
])('a body that is declared as %s is rejected before it arrives', async (_, headers, status) => {
  // A busy machine takes longer than a second to answer.
  Object.assign(web.app.server, { requestTimeout: 60_000, headersTimeout: 60_000 })
  onTestFinished(() => void Object.assign(web.app.server, LIMITS))
  const { send, received } = await openRawConnection(web.url)
  send(postFromPage(headers))
  await expect.poll(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test.each<readonly [title: string, start: (...headers: readonly string[]) => string, status: number]>([
  ['of a page', (...headers) => `${['PUT / HTTP/1.1', 'Host: x', ...headers].join('\r\n')}\r\n\r\n`, 405],
  ['that is compressed', (...headers) => postFromPage('Content-Encoding: gzip', ...headers), 415],
  ['that is too large', postFromPage, 413],
])('a body %s that arrives after its response is known does not end in a reset', async (_, start, status) => {
  const part = 'x'.repeat(10_000)
  for (const [framing, bytes, end] of [
    ['Content-Length: 60000', part, ''],
    ['Transfer-Encoding: chunked', `2710\r\n${part}\r\n`, '0\r\n\r\n'],
  ] as const) {
    // A client or proxy that goes on sending, also when it has received the response.
    const socket = connect({ port: Number(new URL(web.url).port), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {}) // `errored` is checked below
    const received = text(socket)
    socket.write(start('Connection: close', framing))
    for (let count = 0; count < 6; count++) {
      await sleep(20)
      socket.write(bytes)
    }
    socket.end(end)
    expect(readStatuses(await received), framing).toEqual([status])
    expect(socket.errored, framing).toBeNull()
  }
})

test('bytes that are not HTTP get 400 with security headers', async () => {
  const { send, closed } = await openRawConnection(web.url)
  send('hello\r\n\r\n')
  const received = await closed()
  expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*"code":"malformed_request"/s)
  for (const [name, value] of Object.entries(API_RESPONSE_HEADERS)) expect(received).toContain(`${name}: ${value}\r\n`)
})

describe('no request can be smuggled in', () => {
  async function expectNoSmuggling(bytes: string): Promise<void> {
    const statuses = await statusesOf(web.url, bytes)
    expect(requests, bytes).not.toContain('GET /api/smuggled')
    // What follows a body that was read and refused is a malformed or unfinished request.
    expect(
      statuses.slice(1).filter((status) => status !== 400 && status !== 408),
      bytes,
    ).toEqual([])
    expect(
      statuses.filter((status) => status >= 500),
      bytes,
    ).toEqual([])
  }

  test.each<readonly [title: string, bytes: string]>([
    ['a body of a page', withBody('POST / HTTP/1.1')],
    ['a body with an empty content type', withBody('POST /api/contact HTTP/1.1\r\nContent-Type:')],
    ['a body that waits for 100 Continue', withBody('POST /api/contact HTTP/1.1\r\nExpect: 100-continue')],
    ['a body of HTTP/1.0', withBody('POST /api/contact HTTP/1.0\r\nContent-Type: application/json')],
    ['chunks of HTTP/1.0', withChunk('POST /api/contact HTTP/1.0\r\nContent-Type: application/json')],
    ['a trailer', `${post('Transfer-Encoding: chunked', 'Connection: close')}0\r\nContent-Length: 0\r\n\r\n`],
    ['an upgrade', withBody('GET /api/x HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket')],
    ['a tunnel', `CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`],
    ['a body that is too large', `${post('Content-Length: 40000')}${SMUGGLED.repeat(1_000)}`],
    ['a chunked body that is too large', `${post('Transfer-Encoding: chunked')}ffff\r\n${SMUGGLED.repeat(1_400)}`],
    ['a length and chunks', `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${SMUGGLED}`],
    ['two lengths', `${post('Content-Length: 0', `Content-Length: ${SMUGGLED.length}`)}${SMUGGLED}`],
    ['a length with a space before its colon', `${post('Content-Length : 0')}${SMUGGLED}`],
    ['a header name with a line feed', `${post('X\nContent-Length: 0')}${SMUGGLED}`],
    ['a negative chunk size', `${post('Transfer-Encoding: chunked')}-1\r\n${SMUGGLED}`],
    ['a header with a NUL', `${post('X: \0', 'Content-Length: 0')}${SMUGGLED}`],
  ])('§12.49 %s', (_, bytes) => expectNoSmuggling(bytes))

  test('headers and chunks that Node refuses', async () => {
    for (const bytes of [
      `${post('Transfer-Encoding: chunked', 'Content-Length: 999')}0\r\n\r\n${SMUGGLED}`,
      `${post(`Content-Length: 0, ${SMUGGLED.length}`)}${SMUGGLED}`,
      `${post('Content-Length: +0')}${SMUGGLED}`,
      `${post('Content-Length: 0x0')}${SMUGGLED}`,
      `${post('Content-Length: -1')}${SMUGGLED}`,
      `${post('Content-Length: 18446744073709551616')}${SMUGGLED}`,
      `${post('Content-Length:')}${SMUGGLED}`,
      `${post('X: a', ' Content-Length: 0')}${SMUGGLED}`,
      `${post('Transfer-Encoding : chunked', 'Content-Length: 0')}${SMUGGLED}`,
      `${post('Transfer-Encoding: \x0bchunked')}0\r\n\r\n${SMUGGLED}`,
      `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${SMUGGLED}`,
      `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n${SMUGGLED}`,
      `${post('Transfer-Encoding: identity', 'Content-Length: 0')}${SMUGGLED}`,
      `${post('Transfer-Encoding: chunked', 'Transfer-Encoding: x')}0\r\n\r\n${SMUGGLED}`,
      `${post('Transfer-Encoding: chunked')}0x0\r\n\r\n${SMUGGLED}`,
      `${post('Transfer-Encoding: chunked')}10000000000000000\r\n${SMUGGLED}`,
      `${post('Transfer-Encoding: chunked')}0;a\n\r\n${SMUGGLED}`,
      `${post('Transfer-Encoding: chunked')}1\r\nxx0\r\n\r\n${SMUGGLED}`,
    ])
      await expectNoSmuggling(bytes)
  })

  test('§12.49 a body of any method, while another visitor validates the session', async () => {
    const session = await openSession(`${web.url}/api`)
    const validate = async () =>
      (await fetch(`${web.url}/api/auth/validate`, { headers: { ...SITE_HEADERS, ...session.headers } })).status
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
      for (const request of [withBody, withChunk]) {
        const [status] = await Promise.all([validate(), expectNoSmuggling(request(`${method} /api/x HTTP/1.1`))])
        expect(status).toBe(204)
      }
  })

  test('a path', async () => {
    for (const path of ['/api/x\rHost:y', '/api/x\nHost:y', '/api/x\0', '/api/x HTTP/1.1\r\nX: y', '/api/%0d%0aX:y'])
      await statusesOf(web.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    for (const request of requests) expect(request).toMatch(/^GET \/api\/(x|%0d%0aX:y)$/)
  })
})

describe('the API', () => {
  const path = '/api/captcha.js'
  const END = '\r\n\r\nGET /end HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

  test.each<readonly [title: string, bytes: string, statuses: readonly number[]]>([
    ['HTTP/1.0 with keep-alive', `GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`, [200, 404]],
    ['HTTP/1.1 without Host', `GET ${path} HTTP/1.1\r\n\r\n`, [400]],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['a header of 17 KB', `GET ${path} HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, [400]],
    ['a path of 17 KB', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, [400]],
    ['3,000 headers', `GET ${path} HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(3_000)}\r\n`, [400]],
    ['a path that cannot be decoded', 'GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\n\r\n', [404, 404]],
    ['a target with a scheme', `GET http://x${path} HTTP/1.1\r\nHost: x\r\n\r\n`, [200, 404]],
    ['a target with a scheme that is a page', 'GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n', [200, 404]],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', [405, 404]],
    ['CONNECT', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n', []],
    ['TRACE', `TRACE ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, [405, 404]],
  ])('responds to %s with the right status', async (_, bytes, expected) => {
    expect(await statusesOf(web.url, bytes + END)).toEqual(expected)
  })
})
