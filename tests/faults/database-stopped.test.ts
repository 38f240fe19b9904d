import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#tests/setup/database/postgres.ts'
import { createEntryPayload, createSignedWebhook } from '#tests/setup/server/signed-webhook.ts'
import { startTestWebServer } from '#tests/setup/server/test-web-server.ts'

const published = (contentType: string, time = Date.now()) =>
  createSignedWebhook({ body: createEntryPayload(contentType), key: contentType, time })

test('while the database is stopped webhooks are refused, and nothing that was published is lost', async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const url = await postgres.createDatabase()
  const nodes = [await startTestWebServer(url), await startTestWebServer(url)] as const
  const [one, two] = nodes
  expect((await one.send(published('before'))).status).toBe(202)
  for (const { readRebuilds } of nodes) await expect.poll(readRebuilds).toEqual(['before'])

  await postgres.shutDown()
  for (const { send } of nodes) {
    expect(await send(published('repeated'))).toEqual({ status: 503, text: 'Not stored: send it again' })
  }
  expect((await two.send(published('given up'))).status).toBe(503)
  for (const { status, readRebuilds } of nodes) {
    expect(status()).toBe('ok') // what they serve is complete, and a short stop is no failure
    expect(readRebuilds()).toEqual(['before'])
  }

  await postgres.start()
  // Contentful signs a repeat anew. It may come before or after the server has stored the request by itself.
  await expect.poll(async () => (await one.send(published('repeated'))).status).toBeLessThan(300)
  for (const { readAnnouncements } of nodes) {
    await expect
      .poll(() => readAnnouncements().toSorted(), { timeout: 60_000 })
      .toEqual(['before', 'given up', 'repeated'])
  }
  expect((await two.send(published('after'))).status).toBe(202)
  for (const { readAnnouncements } of nodes) {
    await expect.poll(() => readAnnouncements().toSorted()).toEqual(['after', 'before', 'given up', 'repeated'])
    expect(readAnnouncements().at(-1)).toBe('after')
  }
})
