import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#tests/setup/database/postgres.ts'
import { createEntryPayload, createSignedWebhook } from '#tests/setup/server/signed-webhook.ts'
import { startTestWebServer } from '#tests/setup/server/test-web-server.ts'

const createWebhook = (contentType: string, time = Date.now()) =>
  createSignedWebhook({ body: createEntryPayload(contentType), key: contentType, time })

test('responds 503 to webhooks while the database is stopped, and processes all of them afterwards', async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const url = await postgres.createDatabase()
  const nodes = [await startTestWebServer(url), await startTestWebServer(url)] as const
  const [first, second] = nodes
  expect((await first.send(createWebhook('before'))).status).toBe(202)
  for (const { readRebuilds } of nodes) await expect.poll(readRebuilds).toEqual(['before'])

  await postgres.shutDown()
  for (const { send } of nodes) {
    expect(await send(createWebhook('repeated'))).toEqual({ status: 503, text: 'Not stored: send it again' })
  }
  expect((await second.send(createWebhook('not repeated'))).status).toBe(503)
  for (const { status, readRebuilds } of nodes) {
    expect(status()).toBe('ok') // the pages are complete, and a short stop is not a failure
    expect(readRebuilds()).toEqual(['before'])
  }

  await postgres.start()
  // Contentful signs a retry again. It can arrive before or after the server stores the first request itself.
  await expect.poll(async () => (await first.send(createWebhook('repeated'))).status).toBeLessThan(300)
  for (const { readAnnouncements } of nodes) {
    await expect
      .poll(() => readAnnouncements().toSorted(), { timeout: 60_000 })
      .toEqual(['before', 'not repeated', 'repeated'])
  }
  expect((await second.send(createWebhook('after'))).status).toBe(202)
  for (const { readAnnouncements } of nodes) {
    await expect.poll(() => readAnnouncements().toSorted()).toEqual(['after', 'before', 'not repeated', 'repeated'])
    expect(readAnnouncements().at(-1)).toBe('after')
  }
})
