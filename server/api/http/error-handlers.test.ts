import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorResponseSchema } from '#server/api/contract.ts'
import { emptyTables } from '#tests/setup/database/describe-on-each-database.ts'
import {
  createLoggedInVisitor,
  createTemporaryDatabase,
  createTestBackend,
  expectNoStoredMessages,
  SITE_ORIGIN,
  VALID_MESSAGE,
} from '#tests/setup/server/test-backend.ts'

let database: Awaited<ReturnType<typeof createTemporaryDatabase>>
let app: FastifyInstance
let port: number
let sockets: Socket[]
/** Request line and headers of a valid request, without those that describe the body. */
let head: readonly string[]

beforeAll(async () => {
  database = await createTemporaryDatabase()
})
afterAll(() => database.remove())

beforeEach(async () => {
  await emptyTables(database.db)
  app = createTestBackend(database.db).app
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  sockets = []
  const { cookies } = await createLoggedInVisitor(app)
  head = [
    'POST /contact HTTP/1.1',
    'Host: 127.0.0.1',
    'ClientId: 3',
    'EnvironmentId: qa',
    `Origin: ${SITE_ORIGIN}`,
    `Cookie: __Host-session=${cookies.get('__Host-session')}`,
    `X-XSRF-TOKEN: ${cookies.get('XSRF-TOKEN')}`,
    'Idempotency-Key: 6f1d3a5e-8c43-4b0e-9d6f-2a9d5d6c1b7e',
    'Content-Type: application/json',
  ]
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

/** Shortens the timeouts. The server checks once per second, so requests end within two seconds. */
function shortenTimeouts(): void {
  app.server.requestTimeout = 600
  app.server.headersTimeout = 300
}

/** Opens a connection. `response` waits for a complete response or the end of the connection. */
async function openConnection() {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {}) // the server may reset the connection
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  await once(socket, 'connect')
  return {
    socket,
    response: async () => {
      while (!/\r\n\r\n.*\}$/s.test(received) && !socket.closed) await pause(10)
      const [headers = '', body = ''] = received.split('\r\n\r\n')
      return { status: Number(headers.split(' ')[1]), headers, error: errorResponseSchema.parse(JSON.parse(body)) }
    },
  }
}

const request = (...more: readonly string[]) => `${[...head, ...more].join('\r\n')}\r\n\r\n`

/** Sends one byte every 50 ms. */
async function sendSlowly(socket: Socket, text: string): Promise<void> {
  for (const byte of text) {
    if (!socket.writable) return
    socket.write(byte)
    await pause(50)
  }
}

const body = JSON.stringify(VALID_MESSAGE)

test('responds with 408 to a body that arrives slowly', async () => {
  shortenTimeouts()
  const { socket, response } = await openConnection()
  socket.write(request(`Content-Length: ${body.length}`))
  const sending = sendSlowly(socket, body)
  const { status, headers, error } = await response()
  expect([status, error.code]).toEqual([408, 'too_slow'])
  expect(headers).toMatch(/content-type: application\/json/i)
  expect(headers).toMatch(/cache-control: no-store/i)
  await sending
  await expectNoStoredMessages(database.db)
})

test('responds with 408 to headers that arrive slowly', async () => {
  shortenTimeouts()
  const { socket, response } = await openConnection()
  const sending = sendSlowly(socket, request(`Content-Length: ${body.length}`))
  const { status, error } = await response()
  expect([status, error.code]).toEqual([408, 'too_slow'])
  await sending
})

test('serves other clients while twenty clients send slowly', async () => {
  shortenTimeouts()
  const clients = await Promise.all(Array.from({ length: 20 }, openConnection))
  const sending = clients.map(({ socket }) => {
    socket.write(request(`Content-Length: ${body.length}`))
    return sendSlowly(socket, body)
  })
  const guest = await createLoggedInVisitor(app)
  expect((await guest.send()).statusCode).toBe(202)
  const responses = await Promise.all(clients.map(({ response }) => response()))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([408]))
  await Promise.all(sending)
})

test.each([
  ['compressed', ['Content-Encoding: gzip', 'Content-Length: 1000'], 415, 'encoded_body'],
  ['too large', ['Content-Length: 1000000000'], 413, 'body_too_large'],
])('rejects a body that is declared as %s before it arrives', async (_, more, status, code) => {
  const { socket, response } = await openConnection()
  socket.write(request(...more))
  const result = await response()
  expect([result.status, result.error.code]).toEqual([status, code])
})

test('reads a body without a length up to 32 KiB', async () => {
  const { socket, response } = await openConnection()
  socket.write(request('Transfer-Encoding: chunked'))
  for (let chunk = 0; chunk < 9; chunk++) socket.write(`1000\r\n${' '.repeat(0x1000)}\r\n`)
  const { status, error } = await response()
  expect([status, error.code]).toEqual([413, 'body_too_large'])
  await expectNoStoredMessages(database.db)
})

test('stores nothing when a client disconnects in the middle of the body', async () => {
  const { socket } = await openConnection()
  socket.write(request(`Content-Length: ${body.length}`) + body.slice(0, 20))
  await pause(50)
  socket.destroy()
  await pause(50)
  await expectNoStoredMessages(database.db)
  expect((await app.inject('/health')).statusCode).toBe(200)
})

test.each([
  ['bytes that are not HTTP', 'hello\r\n\r\n'],
  ['TLS', '\u0016\u0003\u0001\u0002'],
  ['an unknown method', 'BREW /contact HTTP/1.1\r\n\r\n'],
  ['two lengths', 'POST /contact HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
  [
    'both Content-Length and Transfer-Encoding',
    'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n{}',
  ],
  ['headers of 20 KiB', `GET /health HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20 * 1024)}\r\n\r\n`],
])('responds with 400 to %s and closes the connection', async (_, text) => {
  const { socket, response } = await openConnection()
  socket.write(text)
  const { status, error } = await response()
  expect([status, error.code]).toEqual([400, 'malformed_request'])
  if (!socket.closed) await once(socket, 'close')
})
