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
import { openSession, SITE_HEADERS, sendMessage } from '#tests/faults/contact-client.ts'
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
// Retries, because vitest stops the backend after this hook and it may still write.
afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }))

const createConfig = (env: Readonly<Record<string, string>> = {}) =>
  createTestConfig({ BACKEND_FOLDER: folder, BACKEND_PORT: '0', ...env })

async function startTestBackend(env: Readonly<Record<string, string>> = {}, options?: BackendOptions) {
  const backend = await startBackend(createConfig(env), options)
  onTestFinished(() => backend.stop())
  return backend
}

const message = { name: 'Ada Lovelace', email: 'ada@engine.example', message: 'Sixteen miles, by May.' }
const send = async (url: string) => sendMessage(url, await openSession(url), { key: crypto.randomUUID(), message })

const smtpEnv = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: 'website@blackland.example',
  MAIL_TO: 'office@blackland.example',
})

test('sends the email of a message immediately', async () => {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  const { url } = await startTestBackend(smtpEnv(mailServer.url))
  const id = await send(url)
  await expect.poll(() => mailServer.emails.map(({ messageId }) => messageId)).toEqual([`<${id}@blackland.example>`])
})

test('writes an .eml file without a mail server', async () => {
  const { url } = await startTestBackend()
  const id = await send(url)
  const outbox = join(folder, 'outbox')
  await expect.poll(() => readdir(outbox).catch(() => [])).toEqual([expect.stringContaining(`${id}.eml`)])
})

test('logs database and transport, but no secret', async () => {
  const lines: string[] = []
  const { stop } = await startBackend(
    createConfig({ ...smtpEnv('smtp://site:secret@127.0.0.1:2525'), LOG_LEVEL: 'info' }),
    { logStream: { write: (line) => void lines.push(line) } },
  )
  await stop()
  const entries = lines.map((line) => JSON.parse(line))
  expect(entries).toContainEqual(
    expect.objectContaining({ msg: 'backend started', database: 'sqlite', transport: 'smtp' }),
  )
  expect(entries.at(-1)).toMatchObject({ msg: 'backend stopped' })
  expect(lines.join('')).not.toContain('secret')
})

test('stop waits for a running request and a running delivery', async () => {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  const { url, stop } = await startTestBackend(smtpEnv(mailServer.url))
  mailServer.setFault('slow')
  const sentId = await send(url)
  await expect.poll(() => mailServer.emails.length).toBe(1)
  const { headers } = await openSession(url)
  const body = JSON.stringify(message)
  const response = Promise.withResolvers<IncomingMessage>()
  const sending = request(
    `${url}/contact`,
    {
      method: 'POST',
      agent: false,
      headers: { ...SITE_HEADERS, ...headers, 'Idempotency-Key': crypto.randomUUID(), 'content-length': body.length },
    },
    response.resolve,
  )
  sending.write(body.slice(0, 9))
  await pause(100)
  const stopping = stop()
  await pause(100)
  sending.end(body.slice(9))
  const { statusCode } = await response.promise
  expect(statusCode).toBe(202)
  await stopping
  await expect(fetch(url)).rejects.toThrow()
  const db = await openDatabase(createConfig().database)
  onTestFinished(() => db.destroy())
  expect(await readOutboxRow(db, sentId)).toMatchObject({ state: 'sent' })
  expect(await db.selectFrom('outbox').select('leased_by').where('state', '=', 'waiting').execute()).toEqual([
    { leased_by: null },
  ])
})

test('stop does not wait longer than graceMs', async () => {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  mailServer.setFault('hang')
  const { url, stop } = await startTestBackend(smtpEnv(mailServer.url), { graceMs: 300 })
  const id = await send(url)
  const { hostname, port } = new URL(url)
  const silent = connect(Number(port), hostname)
  silent.on('error', () => {})
  onTestFinished(() => void silent.destroy())
  silent.write('POST /contact HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n')
  const startedAt = performance.now()
  await stop()
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  const db = await openDatabase(createConfig().database)
  onTestFinished(() => db.destroy())
  expect(await readOutboxRow(db, id)).toMatchObject({ state: 'waiting', attempts: 0, leased_by: null })
})

test('throws UserError if the port is in use, and closes the database', async () => {
  const { url } = await startTestBackend()
  const { port } = new URL(url)
  const other = join(folder, 'other')
  const second = startBackend(createConfig({ BACKEND_FOLDER: other, BACKEND_PORT: port }))
  await expect(second).rejects.toThrow(new UserError(`Port ${port} is in use: set BACKEND_PORT to another one`))
  expect(existsSync(join(other, 'backend.sqlite-wal'))).toBe(false) // the last connection removes it
  await startTestBackend({ BACKEND_FOLDER: other })
})

test('rejects a second backend on the same SQLite file, and the first one keeps running', async () => {
  const { url, stop } = await startTestBackend()
  const second = startBackend(createConfig())
  await expect(second).rejects.toThrow(UserError)
  await expect(second).rejects.toThrow(`The database ${join(folder, 'backend.sqlite')} is in use by another server`)
  await send(url)
  await stop()
  await startTestBackend()
})

test('releases the lock if the database cannot be opened', async () => {
  const file = join(folder, 'backend.sqlite')
  await writeFile(file, 'not a database, but a text that is longer than its header'.repeat(20))
  await expect(startBackend(createConfig())).rejects.toThrow(`The database ${file} cannot be opened`)
  await rm(file)
  await startTestBackend()
})

test('serves requests without database access while another process locks SQLite, and stores a message afterwards', async () => {
  const { url } = await startTestBackend()
  const session = await openSession(url)
  const { release } = await lockDatabase(join(folder, 'backend.sqlite'))
  onTestFinished(release)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const sending = sendMessage(url, session, { key: crypto.randomUUID(), message })
  const durations: number[] = []
  for (const locked = performance.now(); performance.now() - locked < 3_000; await pause(50)) {
    const requestedAt = performance.now()
    expect((await fetch(`${url}/captcha.js`)).status).toBe(200)
    durations.push(performance.now() - requestedAt)
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

test('deletes expired rows of failed logins', async () => {
  const { url } = await startTestBackend({ LOG_LEVEL: 'silent' }, { cleanupIntervalMs: 50 })
  const headers = { ...SITE_HEADERS, 'content-type': 'application/json' }
  const login = () => fetch(`${url}/auth/guest`, { method: 'POST', headers, body: '{"token":"x"}' })
  expect((await login()).status).toBe(403)
  const db = await openDatabase(createConfig().database)
  onTestFinished(() => db.destroy())
  const rates = () => db.selectFrom('rate').select('key').execute()
  expect(await rates()).not.toEqual([])
  await db.updateTable('rate').set({ resets_at: Date.now() }).execute()
  await expect.poll(rates).toEqual([])
})

test('throws UserError without the password if the database cannot be reached', async () => {
  const config = createConfig({ DATABASE_URL: 'postgres://site:secret@127.0.0.1:1/site' })
  const start = startBackend(config)
  await expect(start).rejects.toThrow('The database 127.0.0.1:1/site cannot be opened')
  await expect(start).rejects.not.toThrow('secret')
})
