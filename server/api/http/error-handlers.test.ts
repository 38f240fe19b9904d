import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { errorResponseSchema } from '#server/api/contract.ts'
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
/** The head of a good sending, but for what says how its body comes. */
let head: readonly string[]

beforeEach(async () => {
  database = await createTemporaryDatabase()
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
  await database.remove()
})

/** As in production, only sooner: within two seconds, since once in a second the server looks whose time is up. */
function losePatience(): void {
  app.server.requestTimeout = 600
  app.server.headersTimeout = 300
}

/** A connection, and everything that comes over it until it ends or a whole answer is there. */
async function opened() {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {}) // a server that cuts the connection may reset it
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  await once(socket, 'connect')
  return {
    socket,
    answer: async () => {
      while (!/\r\n\r\n.*\}$/s.test(received) && !socket.closed) await pause(10)
      const [headers = '', body = ''] = received.split('\r\n\r\n')
      return { status: Number(headers.split(' ')[1]), headers, problem: errorResponseSchema.parse(JSON.parse(body)) }
    },
  }
}

const request = (...more: readonly string[]) => `${[...head, ...more].join('\r\n')}\r\n\r\n`

/** A byte now and then. */
async function drip(socket: Socket, text: string): Promise<void> {
  for (const byte of text) {
    if (!socket.writable) return
    socket.write(byte)
    await pause(50)
  }
}

const body = JSON.stringify(VALID_MESSAGE)

test('a body that drips is cut off', async () => {
  losePatience()
  const { socket, answer } = await opened()
  socket.write(request(`Content-Length: ${body.length}`))
  const dripping = drip(socket, body)
  const { status, headers, problem } = await answer()
  expect([status, problem.code]).toEqual([408, 'too_slow'])
  expect(headers).toMatch(/content-type: application\/json/i)
  expect(headers).toMatch(/cache-control: no-store/i)
  await dripping
  await expectNoStoredMessages(database.db)
})

test('a head that drips is cut off', async () => {
  losePatience()
  const { socket, answer } = await opened()
  const dripping = drip(socket, request(`Content-Length: ${body.length}`))
  const { status, problem } = await answer()
  expect([status, problem.code]).toEqual([408, 'too_slow'])
  await dripping
})

test('others are served while twenty clients drip', async () => {
  losePatience()
  const clients = await Promise.all(Array.from({ length: 20 }, opened))
  const dripping = clients.map(({ socket }) => {
    socket.write(request(`Content-Length: ${body.length}`))
    return drip(socket, body)
  })
  const guest = await createLoggedInVisitor(app)
  expect((await guest.send()).statusCode).toBe(202)
  const answers = await Promise.all(clients.map(({ answer }) => answer()))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408]))
  await Promise.all(dripping)
})

test.each([
  ['compressed', ['Content-Encoding: gzip', 'Content-Length: 1000'], 415, 'encoded_body'],
  ['too large', ['Content-Length: 1000000000'], 413, 'body_too_large'],
])('what says that it is %s is refused before a byte of it comes', async (_, more, status, code) => {
  const { socket, answer } = await opened()
  socket.write(request(...more))
  const refused = await answer()
  expect([refused.status, refused.problem.code]).toEqual([status, code])
})

test('a body that does not say how large it is is read as far as 32 KiB', async () => {
  const { socket, answer } = await opened()
  socket.write(request('Transfer-Encoding: chunked'))
  for (let chunk = 0; chunk < 9; chunk++) socket.write(`1000\r\n${' '.repeat(0x1000)}\r\n`)
  const { status, problem } = await answer()
  expect([status, problem.code]).toEqual([413, 'body_too_large'])
  await expectNoStoredMessages(database.db)
})

test('a client that leaves within its body leaves nothing behind', async () => {
  const { socket } = await opened()
  socket.write(request(`Content-Length: ${body.length}`) + body.slice(0, 20))
  await pause(50)
  socket.destroy()
  await pause(50)
  await expectNoStoredMessages(database.db)
  expect((await app.inject('/health')).statusCode).toBe(200)
})

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['TLS', '\u0016\u0003\u0001\u0002'],
  ['an unknown method', 'BREW /contact HTTP/1.1\r\n\r\n'],
  ['two lengths', 'POST /contact HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
  ['two ways to say the length', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n{}'],
  ['a head of 20 KiB', `GET /health HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20 * 1024)}\r\n\r\n`],
])('%s gets a problem, and the end of the connection', async (_, text) => {
  const { socket, answer } = await opened()
  socket.write(text)
  const { status, problem } = await answer()
  expect([status, problem.code]).toEqual([400, 'malformed_request'])
  if (!socket.closed) await once(socket, 'close')
})
