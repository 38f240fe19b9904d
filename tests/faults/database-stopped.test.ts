import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { startWebhookReceiver } from '#local-tests/webhook-receiver.ts'
import { startPostgres } from '#tests/setup/database/postgres.ts'
import { startMailServer } from '#tests/setup/mail-server.ts'
import { createMessage, openSession, SITE_HEADERS, sendMessage } from '#tests/setup/messages.ts'
import { createSignedWebhook, WEBHOOK_PATH } from '#tests/setup/server/signed-webhook.ts'
import { WEBHOOK_SECRET } from '#tests/setup/server/site.ts'
import { startProductionServer } from './production-server.ts'

const message = createMessage()

/** A renderer that only asks the CMS. */
const RELEASE_FILES = {
  'index.html': '<!doctype html><title>Home</title>',
  '../site-ssr/prerender.js': `await fetch(process.env.VITE_CONTENTFUL_GRAPHQL); throw new Error('Only a test')`,
}

test('§12.1 §12.33 §12.52 pages are served and updated while PostgreSQL is down, at the start and later; messages get 503 until it is up', async () => {
  const folder = await createTestFolder()
  const [postgres, cms, mailServer] = [await startPostgres(), await startWebhookReceiver(), await startMailServer()]
  onTestFinished(async () => {
    await Promise.all([postgres.stop(), cms[Symbol.asyncDispose](), mailServer.stop()])
  })
  const databaseUrl = await postgres.createDatabase()
  await postgres.shutDown()
  const server = await startProductionServer({
    ...{ folder, databaseUrl, mailServer: mailServer.url },
    env: { CONTENTFUL_WEBHOOK_SECRET: WEBHOOK_SECRET, CONTENTFUL_DELIVERY_TOKEN: 'token' },
    release: { env: { VITE_CONTENTFUL_GRAPHQL: cms.url }, files: RELEASE_FILES },
  })
  onTestFinished(server.kill)
  const url = await server.url

  const login = () =>
    fetch(`${url}/api/auth/guest`, { method: 'POST', headers: SITE_HEADERS, body: JSON.stringify({ token: 'x' }) })
  const send = async () => sendMessage(`${url}/api`, await openSession(`${url}/api`), { key: randomUUID(), message })
  const publish = () => fetch(url + WEBHOOK_PATH, { method: 'POST', ...createSignedWebhook() })

  async function expectPagesOnly(): Promise<void> {
    for (const path of ['/', '/health/live']) expect((await fetch(url + path)).status).toBe(200)
    const refused = await login()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const renderings = cms.requests.length
    expect((await publish()).status).toBe(503) // Contentful sends it again, for the other servers
    await expect.poll(() => cms.requests.length).toBeGreaterThan(renderings)
  }

  await expectPagesOnly()
  await postgres.start()
  await expect.poll(async () => (await login()).status).toBe(403) // the token is wrong
  await send()
  await expect.poll(() => mailServer.emails.length).toBe(1)
  expect((await publish()).status).toBe(202)

  await postgres.shutDown()
  await expectPagesOnly()
  await postgres.start()
  await expect.poll(send).toBeTruthy()
  await expect.poll(() => mailServer.emails.length).toBe(2)
})
