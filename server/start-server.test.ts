import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createTestConfig } from '#tests/setup/backend.ts'
import { type SmtpFault, startMailServer } from '#tests/setup/mail-server.ts'
import { createMessage, openSession, readOutboxRow, SITE_HEADERS, sendMessage } from '#tests/setup/messages.ts'
import { createTestPublishing } from '#tests/setup/server/site.ts'
import { parseEditorConfig } from './config/editor-config.ts'
import { openDatabase } from './database/open-database.ts'
import { startOutboxWorker } from './outbox/outbox-worker.ts'
import { startSitePublishing } from './publishing/site-publishing.ts'
import { createFixedSiteFolders } from './site/releases.ts'
import { prepareServer, startServer } from './start-server.ts'

vi.mock('./outbox/outbox-worker.ts', { spy: true })
vi.mock('./publishing/site-publishing.ts', { spy: true })

let folder: string

beforeEach(async () => {
  folder = await createTestFolder()
})

/** Starts a server without pages, and a mail server with a fault. */
async function start(graceMs: number, fault: SmtpFault) {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  mailServer.setFault(fault)
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'website@site.example', MAIL_TO: 'office@site.example' }
  const config = createTestConfig({ BACKEND_FOLDER: folder, PORT: '0', ...mail })
  const server = await startServer({ config, editorConfig: parseEditorConfig({}), graceMs })
  onTestFinished(() => server.stop())
  return { ...server, api: `${server.url}/api`, mailServer, database: config.database }
}

const message = createMessage()

const NEVER = 1_000_000_000
const send = async (api: string) => sendMessage(api, await openSession(api), { key: crypto.randomUUID(), message })

test('stop waits for a running request and a running delivery, and then closes the connection, which is kept alive', async () => {
  const { url, api, stop, mailServer, database } = await start(NEVER, 'slow')
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const { headers } = await openSession(api)
  using wake = vi.spyOn(vi.mocked(startOutboxWorker).mock.results.at(-1)?.value, 'wake')
  const sentId = await send(api)
  expect(wake).toHaveBeenCalledOnce()
  await expect.poll(() => mailServer.emails.length).toBe(1)
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
  await using db = await openDatabase(database)
  expect(await readOutboxRow(db, sentId)).toMatchObject({ state: 'sent' })
  expect(await db.selectFrom('outbox').select('leased_by').where('state', '=', 'waiting').execute()).toEqual([
    { leased_by: null },
  ])
})

test.each([
  ['graphql.contentful.com', true],
  ['127.0.0.1:4000', false],
])(
  'pages are compared with %s again after a switch; old content is expected of it: %s',
  async (host, hasDeliveryNetwork) => {
    const { publishing } = createTestPublishing()
    vi.mocked(startSitePublishing).mockReturnValueOnce(publishing)
    using start = vi.spyOn(publishing.updates, 'start')
    const onSwitch = vi.fn<(listener: () => Promise<void>) => void>()
    const folders = { ...createFixedSiteFolders(folder), onSwitch }
    const site = { folders, getEnv: () => ({ VITE_CONTENTFUL_GRAPHQL: `http://${host}` }), siteUrl: '' }
    const config = createTestConfig({ BACKEND_FOLDER: folder })
    const { stop } = await prepareServer({ config, editorConfig: parseEditorConfig({}), site })
    onTestFinished(() => stop())
    expect(startSitePublishing).toHaveBeenLastCalledWith(expect.objectContaining({ hasDeliveryNetwork }))
    await onSwitch.mock.lastCall?.[0]()
    expect(start).toHaveBeenCalledOnce()
  },
)

test('a server that cannot listen names the setting, and leaves its database to the next one', async () => {
  const config = createTestConfig({ BACKEND_FOLDER: folder, HOST: '192.0.2.1' })
  const failing = startServer({ config, editorConfig: parseEditorConfig({}) })
  await expect(failing).rejects.toThrow('HOST: this machine has no address 192.0.2.1')
  await start(0, 'slow')
})

test('§12.9 stop does not wait longer than graceMs', async () => {
  const { url, api, stop, database } = await start(300, 'hang')
  const id = await send(api)
  const { hostname, port } = new URL(url)
  const silent = connect(Number(port), hostname)
  silent.on('error', () => {})
  onTestFinished(() => void silent.destroy())
  silent.write('POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n')
  const startedAt = performance.now()
  await stop()
  expect(performance.now() - startedAt).toBeLessThan(8_000) // the grace period of a production server
  await using db = await openDatabase(database)
  expect(await readOutboxRow(db, id)).toMatchObject({ state: 'waiting', attempts: 0, leased_by: null })
})
