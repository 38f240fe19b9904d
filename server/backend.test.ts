import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { UserError } from '#shared/user-error.ts'
import { OURS, openSession, sendMessage } from '#tests/faults/visitor.ts'
import { lockDatabase } from '#tests/setup/database/lock-database.ts'
import { startMailServer } from '#tests/setup/server/mail-server.ts'
import { createTestConfig } from '#tests/setup/server/test-backend.ts'
import { readOutboxRow } from '#tests/setup/server/test-outbox.ts'
import { type BackendOptions, startBackend } from './backend.ts'
import { openDatabase } from './database/open-database.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backend-'))
})
// A backend may still write: vitest stops it after this hook.
afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }))

const configured = (env: Readonly<Record<string, string>> = {}) =>
  createTestConfig({ BACKEND_FOLDER: folder, BACKEND_PORT: '0', ...env })

async function running(env: Readonly<Record<string, string>> = {}, options?: BackendOptions) {
  const backend = await startBackend(configured(env), options)
  onTestFinished(() => backend.stop())
  return backend
}

const message = { name: 'Ada Lovelace', email: 'ada@engine.example', message: 'Sixteen miles, by May.' }
const send = async (url: string) => sendMessage(url, await openSession(url), { key: crypto.randomUUID(), message })

const atMailServer = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: 'website@blackland.example',
  MAIL_TO: 'office@blackland.example',
})

test('a message is a mail at once', async () => {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  const { url } = await running(atMailServer(mailServer.url))
  const id = await send(url)
  await expect.poll(() => mailServer.emails.map(({ messageId }) => messageId)).toEqual([`<${id}@blackland.example>`])
})

test('without a mail server it is a file', async () => {
  const { url } = await running()
  const id = await send(url)
  const outbox = join(folder, 'outbox')
  await expect.poll(() => readdir(outbox).catch(() => [])).toEqual([expect.stringContaining(`${id}.eml`)])
})

test('the log says what it runs on, and no secret', async () => {
  const lines: string[] = []
  const { stop } = await startBackend(
    configured({ ...atMailServer('smtp://site:secret@127.0.0.1:2525'), LOG_LEVEL: 'info' }),
    { logStream: { write: (line) => void lines.push(line) } },
  )
  await stop()
  const said = lines.map((line) => JSON.parse(line))
  expect(said).toContainEqual(
    expect.objectContaining({ msg: 'backend started', database: 'sqlite', transport: 'smtp' }),
  )
  expect(said.at(-1)).toMatchObject({ msg: 'backend stopped' })
  expect(lines.join('')).not.toContain('secret')
})

test('the end waits for a request and for a mail on their way', async () => {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  const { url, stop } = await running(atMailServer(mailServer.url))
  mailServer.setFault('slow')
  const mailed = await send(url)
  await expect.poll(() => mailServer.emails.length).toBe(1)
  const { headers } = await openSession(url)
  const body = JSON.stringify(message)
  const answer = Promise.withResolvers<IncomingMessage>()
  const sending = request(
    `${url}/contact`,
    {
      method: 'POST',
      agent: false,
      headers: { ...OURS, ...headers, 'Idempotency-Key': crypto.randomUUID(), 'content-length': body.length },
    },
    answer.resolve,
  )
  sending.write(body.slice(0, 9))
  await pause(100)
  const stopped = stop()
  await pause(100)
  sending.end(body.slice(9))
  const { statusCode } = await answer.promise
  expect(statusCode).toBe(202)
  await stopped
  await expect(fetch(url)).rejects.toThrow()
  const db = await openDatabase(configured().database)
  onTestFinished(() => db.destroy())
  expect(await readOutboxRow(db, mailed)).toMatchObject({ state: 'sent' })
  expect(await db.selectFrom('outbox').select('leased_by').where('state', '=', 'waiting').execute()).toEqual([
    { leased_by: null },
  ])
})

test('the end does not wait longer than its time, whoever hangs', async () => {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  mailServer.setFault('hang')
  const { url, stop } = await running(atMailServer(mailServer.url), { graceMs: 300 })
  const id = await send(url)
  const { hostname, port } = new URL(url)
  const silent = connect(Number(port), hostname)
  silent.on('error', () => {})
  onTestFinished(() => void silent.destroy())
  silent.write('POST /contact HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n')
  const begun = performance.now()
  await stop()
  expect(performance.now() - begun).toBeLessThan(2_000)
  const db = await openDatabase(configured().database)
  onTestFinished(() => db.destroy())
  expect(await readOutboxRow(db, id)).toMatchObject({ state: 'waiting', attempts: 0, leased_by: null })
})

test('a port that is taken is an error that says so, and leaves nothing open', async () => {
  const { url } = await running()
  const { port } = new URL(url)
  const other = join(folder, 'other')
  const second = startBackend(configured({ BACKEND_FOLDER: other, BACKEND_PORT: port }))
  await expect(second).rejects.toThrow(new UserError(`Port ${port} is in use: set BACKEND_PORT to another one`))
  expect(existsSync(join(other, 'backend.sqlite-wal'))).toBe(false) // the last one that closes it removes it
  await running({ BACKEND_FOLDER: other })
})

test('a second backend on the same SQLite file is refused, and the first one goes on', async () => {
  const { url, stop } = await running()
  const second = startBackend(configured())
  await expect(second).rejects.toThrow(UserError)
  await expect(second).rejects.toThrow(`The database ${join(folder, 'backend.sqlite')} is in use by another server`)
  await send(url)
  await stop()
  await running()
})

test('a database that cannot be opened is not locked afterwards', async () => {
  const file = join(folder, 'backend.sqlite')
  await writeFile(file, 'no database, but a text that is longer than the header of one'.repeat(20))
  await expect(startBackend(configured())).rejects.toThrow(`The database ${file} cannot be opened`)
  await rm(file)
  await running()
})

test('while another process locks SQLite, what needs no database is answered, and a message is taken after it', async () => {
  const { url } = await running()
  const session = await openSession(url)
  const { release } = await lockDatabase(join(folder, 'backend.sqlite'))
  onTestFinished(release)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const sending = sendMessage(url, session, { key: crypto.randomUUID(), message })
  const durations: number[] = []
  for (const locked = performance.now(); performance.now() - locked < 3_000; await pause(50)) {
    const asked = performance.now()
    expect((await fetch(`${url}/captcha.js`)).status).toBe(200)
    durations.push(performance.now() - asked)
  }
  delay.disable()
  await release()
  const id = await sending
  await expect
    .poll(() => readdir(join(folder, 'outbox')).catch(() => []))
    .toEqual([expect.stringContaining(`${id}.eml`)])
  expect(Math.max(...durations)).toBeLessThan(1_000)
  expect(delay.max / 1e6).toBeLessThan(1_000) // ms
  expect(delay.percentile(95) / 1e6).toBeLessThan(100) // the rest allows for a busy machine
})

test('what failed logins leave is swept while nobody logs in', async () => {
  const { url } = await running({ LOG_LEVEL: 'silent' }, { cleanupIntervalMs: 50 })
  const headers = { ...OURS, 'content-type': 'application/json' }
  const login = () => fetch(`${url}/auth/guest`, { method: 'POST', headers, body: '{"token":"x"}' })
  expect((await login()).status).toBe(403)
  const db = await openDatabase(configured().database)
  onTestFinished(() => db.destroy())
  const rates = () => db.selectFrom('rate').select('key').execute()
  expect(await rates()).not.toEqual([])
  await db.updateTable('rate').set({ resets_at: Date.now() }).execute()
  await expect.poll(rates).toEqual([])
})

test('a database that is out of reach is an error for people', async () => {
  const config = configured({ DATABASE_URL: 'postgres://site:secret@127.0.0.1:1/site' })
  const start = startBackend(config)
  await expect(start).rejects.toThrow('The database 127.0.0.1:1/site cannot be opened')
  await expect(start).rejects.not.toThrow('secret')
})
