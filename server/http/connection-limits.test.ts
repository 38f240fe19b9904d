import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWebServer } from '#server/web/web-server.ts'
import { emptyTables } from '#tests/setup/database/describe-on-each-database.ts'
import { openRawConnection, sendRawRequest } from '#tests/setup/server/raw-http.ts'
import { createTemporaryDatabase, createTestBackend } from '#tests/setup/server/test-backend.ts'
import type { ConnectionLimits } from './connection-limits.ts'

/** Larger than the socket buffers of both ends. */
const VIDEO_SIZE = 24 * 1024 * 1024
const VIDEO = '/media/video.mp4'

let root: string
let database: Awaited<ReturnType<typeof createTemporaryDatabase>>
let servers: FastifyInstance[]
let sockets: Socket[]

beforeAll(async () => {
  database = await createTemporaryDatabase()
  root = await mkdtemp(join(tmpdir(), 'connections-'))
  await mkdir(join(root, 'media'))
  await writeFile(join(root, VIDEO), '')
  await truncate(join(root, VIDEO), VIDEO_SIZE)
  await writeFile(join(root, 'index.html'), '<h1>Home</h1>')
})
afterAll(async () => {
  await database.remove()
  await rm(root, { recursive: true })
})

beforeEach(async () => {
  await emptyTables(database.db)
  servers = []
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.map((server) => server.close()))
})

type Limits = Partial<ConnectionLimits>
type Start = (limits?: Limits, trustedProxies?: readonly string[]) => FastifyInstance

const startSite: Start = (connectionLimits = {}, trustedProxies = []) =>
  createWebServer({ root, connectionLimits, trustedProxies })

const startApi: Start = (connectionLimits = {}, trustedProxies = []) =>
  createTestBackend(database.db, { TRUSTED_PROXIES: trustedProxies.join() }, { connectionLimits }).app

const SERVERS: readonly (readonly [title: string, start: Start, path: string])[] = [
  ['the site', startSite, '/'],
  ['the API', startApi, '/captcha.js'],
]

async function listen(server: FastifyInstance): Promise<string> {
  servers.push(server)
  return server.listen({ host: '127.0.0.1', port: 0 })
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: site.example\r\n\r\n`

/** Opens a connection, sends the request and does not read the response until `resume`. */
async function openUnread(url: string, request: string) {
  const connection = await openRawConnection(url)
  sockets.push(connection.socket)
  connection.socket.pause()
  connection.send(request)
  return connection
}

/** Whether the server has accepted the connection, or closed it at once. */
async function isServed(url: string, path: string, localAddress = '127.0.0.1'): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress })
  sockets.push(socket)
  return new Promise((resolve) => {
    socket.on('error', () => resolve(false)).on('close', () => resolve(false))
    socket.on('data', () => resolve(true))
    socket.write(get(path))
  })
}

const countConnections = (server: FastifyInstance) =>
  new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)))

describe('clients that do not read', () => {
  test('ends 150 unread downloads, and serves other clients meanwhile', async () => {
    const server = startSite({ inactivityTimeoutMs: 5_000 })
    const url = await listen(server)
    await Promise.all(Array.from({ length: 150 }, () => openUnread(url, get(VIDEO))))
    await expect.poll(() => countConnections(server)).toBe(150)
    expect((await fetch(url)).status).toBe(200)
    await expect.poll(() => countConnections(server)).toBeLessThanOrEqual(1) // the idle connection of fetch
  })

  test('unread downloads of one visitor behind a proxy do not affect other visitors', async () => {
    const url = await listen(startSite({ maxConnections: 20, maxConnectionsPerAddress: 5 }, ['127.0.0.1']))
    const videoRequest = get(VIDEO).replace('\r\n\r\n', '\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n')
    await Promise.all(Array.from({ length: 20 }, () => openUnread(url, videoRequest)))
    const statusOfOther = async () =>
      (await fetch(url, { headers: { 'x-forwarded-for': '198.51.100.1' } }).catch(() => undefined))?.status
    await expect.poll(statusOfOther).toBe(200)
  })

  test('disconnects a client that sends requests and reads no response', async () => {
    const server = startSite({ inactivityTimeoutMs: 60_000, responseTimeoutMs: 2_000 })
    const { socket, send } = await openUnread(await listen(server), get(VIDEO))
    const sending = setInterval(() => send(get(VIDEO)), 300)
    await expect.poll(() => countConnections(server)).toBe(0)
    clearInterval(sending)
    socket.destroy()
  })

  test('disconnects a client that reads slowly', async () => {
    const server = startSite({ inactivityTimeoutMs: 60_000, responseTimeoutMs: 2_000 })
    const { socket } = await openUnread(await listen(server), get(VIDEO))
    socket.on('data', () => socket.pause())
    const reading = setInterval(() => socket.resume(), 200)
    await expect.poll(() => countConnections(server)).toBe(0)
    clearInterval(reading)
  })

  test('serves a slow client that keeps reading for longer than the inactivity timeout', async () => {
    const url = await listen(startSite({ inactivityTimeoutMs: 1_500 }))
    const { socket, received } = await openUnread(url, get(VIDEO))
    const start = performance.now()
    socket.on('data', () => socket.pause())
    while (received().length < VIDEO_SIZE) {
      expect(socket.closed).toBe(false)
      socket.resume()
      await pause(10)
    }
    expect(performance.now() - start).toBeGreaterThan(1_500)
  })

  test('serves the rest of an interrupted download', async () => {
    const server = startSite({ inactivityTimeoutMs: 500 })
    const url = await listen(server)
    const { socket, received } = await openUnread(url, get(VIDEO))
    await expect.poll(() => countConnections(server)).toBe(0)
    socket.resume()
    await expect.poll(() => socket.closed).toBe(true)
    const size = received().length - received().indexOf('\r\n\r\n') - 4
    expect(size).toBeLessThan(VIDEO_SIZE)
    const rest = await fetch(`${url}${VIDEO}`, { headers: { range: `bytes=${size}-` } })
    expect(rest.status).toBe(206)
    expect((await rest.arrayBuffer()).byteLength).toBe(VIDEO_SIZE - size)
  })
})

describe.each(SERVERS)('%s', (_, start, path) => {
  test('has limits by default', () => {
    const { server } = start()
    expect(server.maxConnections).toBeGreaterThan(1_000)
    expect(server.timeout).toBeGreaterThan(0)
    expect(server.headersTimeout).toBeLessThanOrEqual(10_000)
    expect(server.requestTimeout).toBeLessThanOrEqual(30_000)
    expect(server.keepAliveTimeout).toBeGreaterThan(0)
  })

  test('closes connections above the limit, and accepts new ones when others end', async () => {
    const server = start({ maxConnections: 5 })
    const url = await listen(server)
    for (let count = 0; count < 5; count++) expect(await isServed(url, path)).toBe(true)
    for (let count = 0; count < 20; count++) expect(await isServed(url, path)).toBe(false)
    for (const socket of sockets.slice(0, 2)) socket.destroy()
    await expect.poll(() => countConnections(server)).toBe(3)
    expect(await isServed(url, path)).toBe(true)
  })

  test('closes connections of an address above its limit, and serves other addresses', async () => {
    const server = start({ maxConnectionsPerAddress: 5 })
    const url = await listen(server)
    for (let count = 0; count < 5; count++) expect(await isServed(url, path)).toBe(true)
    for (let count = 0; count < 20; count++) expect(await isServed(url, path)).toBe(false)
    expect(await isServed(url, path, '127.0.0.2')).toBe(true)
    for (const socket of sockets.slice(0, 5)) socket.destroy()
    await expect.poll(() => countConnections(server)).toBe(1)
    for (let count = 0; count < 5; count++) expect(await isServed(url, path)).toBe(true)
    expect(await isServed(url, path)).toBe(false)
  })

  test.each([['127.0.0.1'], ['127.0.0.0/8']])(
    'does not limit the connections of the trusted proxy %s',
    async (proxy) => {
      const url = await listen(start({ maxConnectionsPerAddress: 5 }, ['10.0.0.0/8', proxy]))
      for (let count = 0; count < 20; count++) expect(await isServed(url, path)).toBe(true)
    },
  )

  test('limits the concurrent requests of each visitor behind a trusted proxy', async () => {
    const server = start({ maxConnectionsPerAddress: 5 }, ['127.0.0.1'])
    const gate = Promise.withResolvers<void>()
    server.get('/probe', async () => {
      await gate.promise
      return 'done'
    })
    const url = await listen(server)
    const request = (target: string, address: string) =>
      fetch(`${url}${target}`, { headers: { 'x-forwarded-for': address } })
    const waiting = Array.from({ length: 5 }, (_, number) => request('/probe', `2001:db8::${number + 1}`))
    const statusAt = async (address: string) => (await request(path, address)).status
    await expect.poll(() => statusAt('2001:db8::9')).toBe(429)
    const response = await request(path, '2001:db8::a')
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('content-security-policy')).toBeTruthy()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect([await statusAt('203.0.113.7'), await statusAt('127.0.0.1')]).toEqual([200, 200])
    gate.resolve()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(5).fill(200))
    await expect.poll(() => statusAt('2001:db8::9')).toBe(200)
  })

  test('responds to pipelined requests in order', async () => {
    const connection = await openRawConnection(await listen(start()))
    sockets.push(connection.socket)
    connection.send([get(path), get('/nowhere'), get('/%'), get(path)].join('').repeat(4))
    const responses = await connection.responses(16)
    expect(responses.map(({ status }) => status)).toEqual(Array(4).fill([200, 404, 404, 200]).flat())
  })

  test('adds one listener per response, however many requests wait', async () => {
    const server = start()
    const counts: number[] = []
    server.get('/probe', async (_, { raw }) => {
      await pause(50) // for the next request to arrive
      counts.push(raw.listenerCount('close'))
      return 'done'
    })
    const connection = await openRawConnection(await listen(server))
    connection.send(get('/probe').repeat(3))
    await connection.responses(3)
    expect(new Set(counts).size).toBe(1)
  })

  test('handles pipelined requests one after another, and closes a connection with many', async () => {
    const server = start()
    let running = 0
    let maxRunning = 0
    server.get('/probe', async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await pause(5)
      running -= 1
      return 'done'
    })
    const connection = await openRawConnection(await listen(server))
    connection.send(get('/probe').repeat(10))
    expect(await connection.responses(10)).toHaveLength(10)
    connection.send(get('/probe').repeat(5_000))
    await connection.closed()
    expect(maxRunning).toBe(1)
  })

  describe('ends requests that do not arrive completely:', () => {
    /** Starts the server with short timeouts. */
    async function startWithShortTimeouts() {
      const server = start()
      server.server.requestTimeout = 600
      server.server.headersTimeout = 300
      return listen(server)
    }

    const HEAD = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`

    test.each([
      ['nothing', '', ''],
      ['part of the method', 'GE', ''],
      ['part of the headers', HEAD, ''],
      ['headers byte by byte', HEAD, 'X'],
      ['a body that is shorter than its length', `${HEAD}Content-Length: 100\r\n\r\n{`, ''],
      ['a body byte by byte', `${HEAD}Content-Length: 10000\r\n\r\n{`, ' '],
      ['a chunk that does not end', `${HEAD}Transfer-Encoding: chunked\r\n\r\n10\r\n{`, ''],
      ['chunks without a last one', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n{\r\n'],
      ['a second request that does not arrive', `${get(path)}GET`, ''],
    ])('%s', async (_, bytes, more) => {
      const { socket, send, closed } = await openRawConnection(await startWithShortTimeouts())
      sockets.push(socket)
      send(bytes)
      const sending = setInterval(() => send(more), 50)
      expect(await closed()).not.toMatch(/^HTTP\/1.1 5/m)
      clearInterval(sending)
    })
  })
})

test('a client of the site that has reached its limit does not block the API for others', async () => {
  const api = startApi({}, ['127.0.0.1'])
  const backendUrl = await listen(api)
  const site = createWebServer({ root, backendUrl, connectionLimits: { maxConnectionsPerAddress: 10 } })
  const url = await listen(site)
  await Promise.all(Array.from({ length: 10 }, () => openUnread(url, get(VIDEO))))
  expect(await isServed(url, '/api/captcha.js')).toBe(false)
  expect(await isServed(url, '/api/captcha.js', '127.0.0.3')).toBe(true)
  expect((await sendRawRequest(backendUrl, get('/captcha.js'))).status).toBe(200)
})
