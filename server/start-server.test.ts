import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createTestConfig } from '#tests/setup/backend.ts'
import { startMailServer } from '#tests/setup/mail-server.ts'
import { createMessage, openSession, readOutboxRow, SITE_HEADERS, sendMessage } from '#tests/setup/messages.ts'
import { parseEditorConfig } from './config/editor-config.ts'
import { openDatabase } from './database/open-database.ts'
import { type ServerOptions, startServer } from './start-server.ts'

let folder: string

beforeEach(async () => {
  folder = await createTestFolder()
})

const createConfig = (env: Readonly<Record<string, string>> = {}) =>
  createTestConfig({ BACKEND_FOLDER: folder, PORT: '0', ...env })

/** Starts a server without pages. */
async function start(env: Readonly<Record<string, string>> = {}, options: Partial<ServerOptions> = {}) {
  const server = await startServer({
    config: createConfig(env),
    editorConfig: parseEditorConfig({}),
    ...options,
  })
  onTestFinished(() => server.stop())
  return { ...server, api: `${server.url}/api` }
}

const message = createMessage()

const NEVER = 1_000_000_000
const send = async (api: string) => sendMessage(api, await openSession(api), { key: crypto.randomUUID(), message })

const smtpEnv = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: 'website@blackland.example',
  MAIL_TO: 'office@blackland.example',
})

test('stop waits for a running request and a running delivery, and then closes the connection, which is kept alive', async () => {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  const { url, api, stop } = await start(smtpEnv(mailServer.url), { graceMs: NEVER })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  mailServer.setFault('slow')
  const sentId = await send(api)
  await expect.poll(() => mailServer.emails.length).toBe(1)
  const { headers } = await openSession(api)
  const body = JSON.stringify(message)
  const response = Promise.withResolvers<IncomingMessage>()
  const sending = request(
    `${api}/contact`,
    {
      method: 'POST',
      agent,
      headers: { ...SITE_HEADERS, ...headers, 'Idempotency-Key': crypto.randomUUID(), 'content-length': body.length },
    },
    response.resolve,
  )
  const isReceived = Promise.withResolvers<void>()
  const onRequest = () => isReceived.resolve()
  subscribe('http.server.request.start', onRequest)
  onTestFinished(() => void unsubscribe('http.server.request.start', onRequest))
  sending.write(body.slice(0, 9))
  await isReceived.promise
  const stopping = stop()
  sending.end(body.slice(9))
  const { statusCode } = await response.promise
  expect(statusCode).toBe(202)
  await stopping
  await expect(fetch(url)).rejects.toThrow()
  await using db = await openDatabase(createConfig().database)
  expect(await readOutboxRow(db, sentId)).toMatchObject({ state: 'sent' })
  expect(await db.selectFrom('outbox').select('leased_by').where('state', '=', 'waiting').execute()).toEqual([
    { leased_by: null },
  ])
})

test('stop does not wait longer than graceMs', async () => {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  mailServer.setFault('hang')
  const { url, api, stop } = await start(smtpEnv(mailServer.url), { graceMs: 300 })
  const id = await send(api)
  const { hostname, port } = new URL(url)
  const silent = connect(Number(port), hostname)
  silent.on('error', () => {})
  onTestFinished(() => void silent.destroy())
  silent.write('POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n')
  const startedAt = performance.now()
  await stop()
  expect(performance.now() - startedAt).toBeLessThan(8_000) // the grace period of a production server
  await using db = await openDatabase(createConfig().database)
  expect(await readOutboxRow(db, id)).toMatchObject({ state: 'waiting', attempts: 0, leased_by: null })
})
