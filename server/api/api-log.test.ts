import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rename, rmdir } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import {
  createCaptchaToken,
  createLoggedInVisitor,
  createTemporaryDatabase,
  createTestBackend,
  createVisitor,
  expectProblem,
} from '#tests/setup/server/test-backend.ts'

let database: Awaited<ReturnType<typeof createTemporaryDatabase>>
let lines: string[]

beforeEach(async () => {
  database = await createTemporaryDatabase()
  lines = []
})
afterEach(() => database.remove())

const start = (env: Readonly<Record<string, string>> = {}) =>
  createTestBackend(database.db, { LOG_LEVEL: 'trace', ...env }, { logStream: { write: (line) => lines.push(line) } })

const logged = () => lines.map((line) => JSON.parse(line))

test('logs one line per request', async () => {
  const { app } = start()
  await app.inject('/health?secret=1')
  expect(logged()).toEqual([
    expect.objectContaining({
      method: 'GET',
      route: '/health',
      status: 200,
      ms: expect.any(Number),
      bytes: 15,
      msg: 'answered',
    }),
  ])
  expect(lines.join()).not.toContain('secret')
})

test('logs the reason of an error response with the same request id', async () => {
  const { app } = start({ CAPTCHA_SECRET: 'x', CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/' })
  expectProblem(await createVisitor(app).login(), 503, 'captcha_unavailable')
  const [errorLine, responseLine] = logged()
  expect(errorLine).toMatchObject({
    level: 50,
    code: 'captcha_unavailable',
    err: { type: 'TypeError' },
    msg: 'error response',
  })
  expect(responseLine).toMatchObject({ route: '/auth/guest', status: 503, reqId: errorLine.reqId })
})

test('logs the stack of a database error, but no text of the visitor', async () => {
  const { app } = start()
  const guest = await createLoggedInVisitor(app)
  await database.db.schema.dropTable('outbox').execute()
  lines = []
  expectProblem(await guest.send(), 503, 'unavailable')
  const [{ err }] = logged()
  expect(err).toMatchObject({ type: 'Error', message: 'SQL logic error' })
  expect(err.stack).toMatch(/^ +at .*\n +at /)
  expect(lines.join()).not.toContain('ada@')
  expect(await database.db.selectFrom('message').selectAll().execute()).toEqual([])
})

test('logs when the SQLite thread has ended and cannot be restarted', async () => {
  const started = once(process, 'worker').then(([worker]: Worker[]) => worker)
  const other = await openDatabase({ file: database.file })
  const { app } = createTestBackend(other, { LOG_LEVEL: 'error' }, { logStream: { write: (line) => lines.push(line) } })
  const guest = await createLoggedInVisitor(app)
  await (await started)?.terminate()
  await rename(database.file, `${database.file}.away`)
  await mkdir(database.file)
  expectProblem(await guest.validate(), 503, 'unavailable')
  expect(logged()).toMatchObject([{ code: 'unavailable', err: { message: 'ERR_SQLITE_THREAD_ENDED' } }])
  await rmdir(database.file)
  await rename(`${database.file}.away`, database.file)
  expect((await guest.validate()).statusCode).toBe(204)
  await other.destroy()
})

test('logs no text, address, cookie or token of a visitor', async () => {
  const { app } = start({ TRUSTED_PROXIES: '10.0.0.0/8' })
  const guest = await createLoggedInVisitor(app)
  const key = randomUUID()
  const token = createCaptchaToken()
  const from = '10.1.2.3'
  const body = { name: 'Grace Hopper', email: 'grace@navy.example', message: 'Nanoseconds of wire.' }
  const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'Whimsy/1.0', referer: 'https://seen.example/' }
  const request = { key, body, headers, from }
  await guest.send(request)
  await guest.send(request)
  await guest.send({ ...request, body: { ...body, name: `${body.name}\u0000` } })
  await guest.send({ ...request, body: `${JSON.stringify(body)} Nanoseconds` })
  await guest.send({ ...request, headers: { ...headers, 'X-XSRF-TOKEN': 'forged-4711' } })
  await guest.request({ method: 'POST', url: '/grace@navy.example?name=Grace', body, headers, from })
  await guest.request({ method: 'PUT', url: '/contact?name=Grace', body, headers, from })
  await guest.login({ body: { token }, headers, from })
  await guest.login({ body: { token }, headers, from })
  const { db } = database
  await db.destroy()
  await guest.send(request)
  const secrets = [...guest.cookies.values(), key, token, 'forged-4711']
  const personalData = [
    'Grace',
    'Hopper',
    'navy',
    'Nanoseconds',
    '198.51.100.7',
    '10.1.2.3',
    'Whimsy',
    'seen.example',
    'XSRF',
  ]
  expect(lines.length).toBeGreaterThan(15)
  for (const text of [...secrets, ...personalData]) expect(lines.join(), text).not.toContain(text)
})
