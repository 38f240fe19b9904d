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

test('a request is one line: what was asked, what came of it', async () => {
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

test('what is refused has its reason, and one name for both lines', async () => {
  const { app } = start({ CAPTCHA_SECRET: 'x', CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/' })
  expectProblem(await createVisitor(app).login(), 503, 'captcha_unavailable')
  const [refused, answered] = logged()
  expect(refused).toMatchObject({ level: 50, code: 'captcha_unavailable', err: { type: 'TypeError' }, msg: 'refused' })
  expect(answered).toMatchObject({ route: '/auth/guest', status: 503, reqId: refused.reqId })
})

test('an error of the database has its place, and no words', async () => {
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

test('a database whose thread has ended, and cannot be started again, is named', async () => {
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

test('no line has a visitor’s words, address, cookie or token', async () => {
  const { app } = start({ TRUSTED_PROXIES: '10.0.0.0/8' })
  const guest = await createLoggedInVisitor(app)
  const key = randomUUID()
  const token = createCaptchaToken()
  const from = '10.1.2.3'
  const body = { name: 'Grace Hopper', email: 'grace@navy.example', message: 'Nanoseconds of wire.' }
  const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'Whimsy/1.0', referer: 'https://seen.example/' }
  const sending = { key, body, headers, from }
  await guest.send(sending)
  await guest.send(sending)
  await guest.send({ ...sending, body: { ...body, name: `${body.name}\u0000` } })
  await guest.send({ ...sending, body: `${JSON.stringify(body)} Nanoseconds` })
  await guest.send({ ...sending, headers: { ...headers, 'X-XSRF-TOKEN': 'forged-4711' } })
  await guest.request({ method: 'POST', url: '/grace@navy.example?name=Grace', body, headers, from })
  await guest.request({ method: 'PUT', url: '/contact?name=Grace', body, headers, from })
  await guest.login({ body: { token }, headers, from })
  await guest.login({ body: { token }, headers, from })
  const { db } = database
  await db.destroy()
  await guest.send(sending)
  const secrets = [...guest.cookies.values(), key, token, 'forged-4711']
  const words = ['Grace', 'Hopper', 'navy', 'Nanoseconds', '198.51.100.7', '10.1.2.3', 'Whimsy', 'seen.example', 'XSRF']
  expect(lines.length).toBeGreaterThan(15)
  for (const word of [...secrets, ...words]) expect(lines.join(), word).not.toContain(word)
})
