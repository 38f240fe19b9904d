import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { errorResponseSchema } from '#server/api/contract.ts'
import { openRawConnection, sendRawRequest } from '#tests/setup/server/raw-http.ts'
import { createTemporaryDatabase, createTestBackend } from '#tests/setup/server/test-backend.ts'
import { startWebServer, type WebServer } from './web-server.ts'

/** More than the connections that the proxy opens to a backend. */
const MANY = 150

let root: string
let cleanups: (() => unknown)[]

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'proxy-'))
  cleanups = [() => rm(root, { recursive: true })]
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
  vi.restoreAllMocks()
})

interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: string
}

/** A backend that records requests, and a site in front of it. */
async function startSite(listener?: RequestListener, trustedProxies: readonly string[] = []) {
  const requests: Received[] = []
  const server = createServer(async (request, response) => {
    if (listener) return listener(request, response)
    const body = (await buffer(request)).toString('latin1')
    const { method = '', url = '', headers, rawHeaders } = request
    requests.push({ method, url, headers, rawHeaders, body })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ url }))
  })
  const web = await siteBefore(await listen(server), trustedProxies)
  cleanups.push(() => server.closeAllConnections())
  return { requests, web }
}

async function listen(server: TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}

async function siteBefore(port: number, trustedProxies: readonly string[] = []): Promise<WebServer> {
  const connectionLimits = { maxConnectionsPerAddress: 1_000 }
  const web = await startWebServer({
    root,
    port: 0,
    backendUrl: `http://127.0.0.1:${port}`,
    trustedProxies,
    connectionLimits,
    logLevel: 'silent', // a line with a stack for each of thousands of expected errors
  })
  cleanups.push(web.close)
  return web
}

const get = (path: string, headers: readonly string[] = []) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: site.example', ...headers].join('\r\n')}\r\n\r\n`

/** Many at a time, a few hundred open connections at most. */
async function repeat(count: number, run: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const runAll = async () => {
    for (let index = next++; index < count; index = next++) await run(index)
  }
  await Promise.all(Array.from({ length: 50 }, runAll))
}

/** Asserts that more requests than the proxy has connections are answered, all at the same time. */
async function expectServing({ url }: WebServer): Promise<void> {
  const start = performance.now()
  const responses = await Promise.all(
    Array.from({ length: MANY }, () => sendRawRequest(url, get('/api/captcha.js'))), // cheaper than fetch
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(performance.now() - start).toBeLessThan(10_000)
}

describe('request headers', () => {
  test('forwards only those that the backend reads', async () => {
    const { requests, web } = await startSite()
    const sent = {
      Cookie: 'session=1; XSRF-TOKEN=2',
      Origin: 'http://site.example',
      'Content-Type': 'application/json',
      'Content-Encoding': 'identity',
      ClientId: '3',
      EnvironmentId: 'qa',
      DevOption: 'x',
      Authorization: 'Bearer of-the-health-details',
      'X-XSRF-TOKEN': '2',
      'Idempotency-Key': '6f1d3a5e-8c43-4b0e-9d6f-2a9d5d6c1b7e',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'clientid',
    }
    const dropped = ['Accept', 'User-Agent', 'Referer', 'X-Real-IP', 'Forwarded', 'X-Forwarded-Host']
    const lines = [...Object.entries(sent), ...dropped.map((name) => [name, 'dropped'] as const)]
    const head = lines.map(([name, value]) => `${name}: ${value}`)
    const start = ['POST /api/contact?a=%2F&b HTTP/1.1', 'Host: site.example', 'Content-Length: 2']
    const { status } = await sendRawRequest(web.url, `${[...start, ...head].join('\r\n')}\r\n\r\n{}`)
    expect(status).toBe(200)
    const [{ headers = {}, ...request } = {}] = requests
    expect(request).toMatchObject({ method: 'POST', url: '/contact?a=%2F&b', body: '{}' })
    const lowerCase = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value])
    expect(headers).toEqual({
      ...Object.fromEntries(lowerCase),
      'content-length': '2',
      'x-forwarded-for': '127.0.0.1',
      host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      connection: 'close',
    })
  })

  test.each([
    ['Expect', 'Expect: 100-continue'],
    ['Keep-Alive', 'Keep-Alive: timeout=5'],
    ['a bare Upgrade', 'Upgrade: websocket'],
  ])('1,000 requests with %s leave every connection usable', async (_, line) => {
    const { web } = await startSite()
    await repeat(1_000, async () => {
      expect((await sendRawRequest(web.url, get('/api/captcha.js', [line]))).status).toBe(200)
    })
    await expectServing(web)
  })

  test.each<readonly [title: string, headers: readonly string[]]>([
    ['another Expect', ['Expect: a-pony']],
    ['Upgrade to h2c', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']],
    ['a WebSocket', ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: eA==']],
    ['Connection: close', ['Connection: close']],
    ['Connection with names', ['Connection: x-forwarded-for, host, content-length, cookie, origin']],
    ['an empty Connection', ['Connection: ', 'Connection: ,,']],
    ['TE', ['TE: trailers, deflate;q=0.5', 'Connection: TE']],
    ['Trailer', ['Trailer: Content-Length']],
    ['Proxy headers', ['Proxy-Connection: keep-alive', 'Proxy-Authorization: Basic eDp5', 'Proxy-Authenticate: x']],
    ['a GET with a length', ['Content-Length: 0']],
    ['a GET with an empty chunked body', ['Transfer-Encoding: chunked', '', '0']],
    ['an unknown transfer encoding', ['Transfer-Encoding: gzip']],
    ['a list of transfer encodings', ['Transfer-Encoding: gzip, chunked', '', '0']],
    ['two lengths', ['Content-Length: 0', 'Content-Length: 1']],
    ['bytes beyond ASCII', ['Cookie: a=\u00e4\u00ff', 'Origin: \u0080']],
    ['1,900 headers', Array.from({ length: 1_900 }, (_, index) => `a${index % 10}: `)],
    ['a cookie of 15 KB', [`Cookie: ${'x'.repeat(15_000)}`]],
  ])('requests with %s leave every connection usable', async (_, headers) => {
    const { web } = await startSite()
    const statuses = new Set<number>()
    await repeat(MANY, async () => {
      const { status } = await sendRawRequest(web.url, get('/api/captcha.js', headers))
      statuses.add(status)
    })
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
    await expectServing(web)
  })
})

describe('responses of the backend', () => {
  test('are returned without connection headers', async () => {
    const { web } = await startSite((_, response) => {
      response.writeHead(422, 'Odd', [
        ...['Content-Type', 'application/json', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Vary', 'Origin'],
        ...['Connection', 'keep-alive, X-Hop', 'Keep-Alive', 'timeout=72', 'X-Hop', '1', 'Proxy-Authenticate', 'Basic'],
        ...['Trailer', 'X-Sum', 'Upgrade', 'h2c', 'TE', 'trailers', 'Proxy-Connection', 'close', 'Retry-After', '7'],
      ])
      response.end('{}')
    })
    const { status, headers, body } = await sendRawRequest(web.url, get('/api/x'))
    expect([status, body]).toEqual([422, '{}'])
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'application/json',
      'content-length': '2',
      'set-cookie': 'a=1, b=2',
      vary: 'Origin',
      'retry-after': '7',
      date: expect.any(String),
      connection: 'keep-alive',
      'keep-alive': expect.stringMatching(/^timeout=\d+$/), // this server's own
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('to HEAD have the content length of GET', async () => {
    const { web } = await startSite((_, response) => {
      response.setHeader('content-length', '1234')
      response.end()
    })
    const { status, headers } = await sendRawRequest(web.url, 'HEAD /api/x HTTP/1.1\r\nHost: x\r\n\r\n')
    expect([status, headers.get('content-length')]).toEqual([200, '1234'])
  })

  test('that belong to no request reach nobody, and their connections are closed', async () => {
    const connections = new Set<Socket>()
    const server = createTcpServer((socket) => {
      connections.add(socket)
      socket.on('error', () => {}).on('close', () => connections.delete(socket))
      socket.on('data', (bytes) => {
        const [, path = ''] = bytes.toString().split(' ')
        const respond = (body: string) =>
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
        respond(path)
        for (const delay of [0, 1, 5, 20]) setTimeout(respond, delay, 'of nobody')
      })
    })
    const web = await siteBefore(await listen(server))
    await repeat(2 * MANY, async (index) => {
      expect(await sendRawRequest(web.url, get(`/api/${index}`))).toMatchObject({ status: 200, body: `/${index}` })
    })
    await expect.poll(() => connections.size).toBe(0)
  })

  test.each([204, 304])('%i have no body', async (status) => {
    const { web } = await startSite((_, response) => {
      response.statusCode = status
      response.end()
    })
    const connection = await openRawConnection(web.url)
    connection.send(get('/api/x') + get('/api/y'))
    const responses = await connection.responses(2)
    expect(responses.map((response) => [response.status, response.body])).toEqual([
      [status, ''],
      [status, ''],
    ])
    connection.socket.destroy()
  })
})

describe('Connection: close', () => {
  /** Sends a request and expects that the server closes the connection after its response. */
  async function expectClosed(url: string, bytes: string): Promise<void> {
    const connection = await openRawConnection(url)
    connection.send(bytes)
    const [response] = await connection.responses(1)
    expect(response?.headers.get('connection')).toBe('close')
    expect(response?.headers.has('keep-alive')).toBe(false)
    await connection.closed()
  }

  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`

  const requests = (prefix: string): readonly string[] => [
    get(`${prefix}/health`, ['Connection: close']),
    get(`${prefix}/health`, ['Connection: TE, Close']),
    get(`${prefix}/nowhere`, ['Connection: close']),
    post(`${prefix}/contact`),
    `GET ${prefix}/health HTTP/1.0\r\n\r\n`,
  ]

  test('closes the connection after the response, directly and through the proxy', async () => {
    const database = await createTemporaryDatabase()
    const { app } = createTestBackend(database.db)
    cleanups.push(database.remove, () => app.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const web = await siteBefore(Number(new URL(url).port))
    for (const request of requests('')) await expectClosed(url, request)
    for (const request of requests('/api')) await expectClosed(web.url, request)
  })

  test('closes the connection when the backend does not respond', async () => {
    const web = await siteBefore(9)
    for (const request of requests('/api')) await expectClosed(web.url, request)
  })
})

describe('paths', () => {
  test.each([
    ['/api', '/'],
    ['/api/', '/'],
    ['/api?a=1', '/?a=1'],
    ['/api/contact?a=/api/&b=%00', '/contact?a=/api/&b=%00'],
    ['http://site.example/api/contact?a', '/contact?a'],
    ['/api//evil.example/', '//evil.example/'],
    ['/api/../health', '/../health'],
    ['/api/%2e%2e/x%5c\\', '/%2e%2e/x%5c\\'],
  ])('%s is %s of the backend, byte for byte', async (path, expected) => {
    const { requests, web } = await startSite()
    expect((await sendRawRequest(web.url, get(path))).status).toBe(200)
    expect(requests.map(({ url }) => url)).toEqual([expected])
  })

  test.each(['/apis', '/API/contact', '/%61pi/contact', '/api%2fcontact', '/./api/contact'])(
    '%s is not below /api',
    async (path) => {
      const { requests, web } = await startSite()
      expect((await sendRawRequest(web.url, get(path))).status).toBe(404)
      expect(requests).toEqual([])
    },
  )
})

/** A backend that answers requests with these bytes, or as this function does, until `recover` is called. */
async function startFaultyBackend(fault: string | ((socket: Socket) => void)) {
  let isFaulty = true
  const connections = new Set<Socket>()
  const bytes = typeof fault === 'string' ? Buffer.from(fault) : '' // encoded once, because they can be 2 MiB
  const server = createTcpServer((socket) => {
    connections.add(socket)
    socket.on('error', () => {}).on('close', () => connections.delete(socket))
    socket.on('data', () => {
      if (!isFaulty) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      else if (typeof fault === 'string') socket.end(bytes)
      else fault(socket)
    })
  })
  cleanups.push(() => {
    for (const socket of connections) socket.destroy()
  })
  return {
    web: await siteBefore(await listen(server)),
    connections,
    recover: () => {
      isFaulty = false
    },
  }
}

/** Its queue of connections is full after two, because it stops before it accepts any. */
const UNRESPONSIVE_LISTENER = `
  const server = require('node:net').createServer().listen(0, '127.0.0.1', 1, () => {
    require('node:fs').writeSync(1, String(server.address().port))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`

describe('a failing backend', () => {
  const OK = 'HTTP/1.1 200 OK\r\n'

  test.each<readonly [title: string, fault: string | ((socket: Socket) => void)]>([
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['closes the connection', (socket) => socket.end()],
    ['closes the connection within the headers', `${OK}Content-`],
    ['closes the connection within the body', `${OK}Content-Length: 100\r\n\r\n{"a"`],
    [
      'resets the connection within the body',
      (socket) => socket.write(`${OK}Content-Length: 9\r\n\r\n{`, () => socket.resetAndDestroy()),
    ],
    ['closes the connection within a chunk', `${OK}Transfer-Encoding: chunked\r\n\r\n10\r\n{"a"`],
    ['sends a chunk without a length', `${OK}Transfer-Encoding: chunked\r\n\r\nx\r\n{}\r\n0\r\n\r\n`],
    ['sends no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['sends an impossible status', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['sends interim responses only', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n'],
    ['sends headers of 20 KiB', `${OK}X: ${'x'.repeat(20 * 1024)}\r\nContent-Length: 0\r\n\r\n`],
    ['sends a body of 2 MiB', `${OK}Content-Length: 2097152\r\n\r\n${'x'.repeat(2 * 1024 * 1024)}`],
  ])('that %s is unavailable, until it recovers', async (_, fault) => {
    const { web, recover } = await startFaultyBackend(fault)
    await repeat(MANY, async (index) => {
      const method = index % 2 ? 'GET' : 'POST'
      const bytes = `${method} /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`
      const { status, headers, body } = await sendRawRequest(web.url, bytes)
      expect([status, errorResponseSchema.parse(JSON.parse(body)).code]).toEqual([503, 'unavailable'])
      expect([headers.get('retry-after'), headers.get('cache-control')]).toEqual(['5', 'no-store'])
    })
    recover()
    await expectServing(web)
  })

  test('that accepts no connections is unavailable within a few seconds', async () => {
    const listener = spawn(process.execPath, ['-e', UNRESPONSIVE_LISTENER], { stdio: ['ignore', 'pipe', 'inherit'] })
    cleanups.push(() => listener.kill('SIGKILL'))
    const [line] = await once(listener.stdout, 'data')
    const port = Number(line)
    const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.1')) // more than its queue holds
    cleanups.push(() => waiting.map((socket) => socket.destroy()))
    await pause(500)
    const web = await siteBefore(port)
    const start = performance.now()
    const { status } = await sendRawRequest(web.url, 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
    expect(status).toBe(503)
    expect(performance.now() - start).toBeLessThan(15_000)
  })

  test('that does not answer, or never finishes, is waited for no longer than 20 s', async () => {
    const silent = await startFaultyBackend(() => {})
    const endless = await startFaultyBackend((socket) => {
      const drip = setInterval(() => socket.write('x'), 500)
      socket.on('close', () => clearInterval(drip)).write(`${OK}Content-Length: 1000\r\n\r\n`)
    })
    const requests = [silent, endless].flatMap(({ web }) =>
      Array.from({ length: MANY }, () => sendRawRequest(web.url, get('/api/x'))),
    )
    for (const { status } of await Promise.all(requests)) expect(status).toBe(503)
    for (const { web, connections, recover } of [silent, endless]) {
      await expect.poll(() => connections.size).toBe(0)
      recover()
      await expectServing(web)
    }
  })
})

describe('a request is not repeated:', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])(
    '%s is sent once when the connection is reset',
    async (method) => {
      let count = 0
      const server = createTcpServer((socket) => {
        socket
          .on('error', () => {})
          .on('data', () => {
            count += 1
            socket.resetAndDestroy()
          })
      })
      const web = await siteBefore(await listen(server))
      const bytes = `${method} /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`
      expect((await sendRawRequest(web.url, bytes)).status).toBe(503)
      expect(count).toBe(1)
    },
  )

  test.each([500, 502, 503, 504, 429])('a response with %i is final', async (status) => {
    let count = 0
    const { web } = await startSite((_, response) => {
      count += 1
      response.writeHead(status, { 'retry-after': '5' }).end()
    })
    const response = await sendRawRequest(web.url, get('/api/x'))
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, '5'])
    expect(count).toBe(1)
  })

  test('a response that breaks off is final', async () => {
    let count = 0
    const { web } = await startSite((_, response) => {
      count += 1
      response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy())
    })
    expect((await sendRawRequest(web.url, get('/api/x'))).status).toBe(503)
    expect(count).toBe(1)
  })
})

describe('a client that disconnects', () => {
  const upload = 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'

  test('within its body causes no request to the backend', async () => {
    const { requests, web } = await startSite()
    await repeat(MANY, async (index) => {
      const { socket, send } = await openRawConnection(web.url)
      send(`${upload}{"name":`)
      await pause(20)
      if (index % 2) socket.resetAndDestroy()
      else socket.destroy()
    })
    await expectServing(web)
    expect(requests).toHaveLength(MANY) // those of expectServing
  })

  test.each([
    ['GET', get('/api/x')],
    ['POST', `${upload}${'x'.repeat(1_000)}`],
    ['pipelined requests', get('/api/x').repeat(5)],
  ])('before the response to its %s frees the backend’s connections at once', async (_, bytes) => {
    const { web, connections, recover } = await startFaultyBackend(() => {})
    const clients = await Promise.all(Array.from({ length: MANY }, () => openRawConnection(web.url)))
    for (const { send } of clients) send(bytes)
    await expect.poll(() => connections.size).toBe(128)
    for (const { socket } of clients) socket.destroy()
    recover()
    await expectServing(web)
  })

  test('within the response frees the backend’s connections at once', async () => {
    const { web, connections, recover } = await startFaultyBackend((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx')
    })
    const clients = await Promise.all(Array.from({ length: MANY }, () => openRawConnection(web.url)))
    for (const { send } of clients) send(get('/api/x'))
    await expect.poll(() => connections.size).toBe(128)
    for (const { socket } of clients) socket.resetAndDestroy()
    recover()
    await expectServing(web)
  })

  test('without reading its responses occupies no connection to the backend', async () => {
    const { web } = await startSite((_, response) => {
      response.end('x'.repeat(100_000))
    })
    const clients = await Promise.all(Array.from({ length: MANY }, () => openRawConnection(web.url)))
    for (const { socket, send } of clients) {
      socket.pause()
      send(get('/api/x').repeat(5))
    }
    await expectServing(web)
    for (const { socket } of clients) socket.destroy()
  })
})
