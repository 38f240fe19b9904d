import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { createEntryPayload, createSignedWebhook } from '#tests/setup/server/signed-webhook.ts'
import { startTestWebServer } from '#tests/setup/server/test-web-server.ts'

let url: string

beforeEach(async () => {
  url = await createPostgresDatabase()
})

const published = (contentType: string, options: { key?: string; time?: number } = {}) =>
  createSignedWebhook({ body: createEntryPayload(contentType), key: contentType, ...options })

test('a webhook to one server re-renders the pages on both', async () => {
  const [one, two] = [await startTestWebServer(url), await startTestWebServer(url)]
  expect((await one.send(published('seo'))).status).toBe(202)
  await expect.poll(one.readRebuilds).toEqual(['seo'])
  await expect.poll(two.readRebuilds).toEqual(['seo'])
  expect((await two.send(published('fact'))).status).toBe(202)
  await expect.poll(one.readRebuilds).toEqual(['seo', 'fact'])
  await expect.poll(two.readRebuilds).toEqual(['seo', 'fact'])
})

test('the same request to both servers is accepted once', async () => {
  const [one, two] = [await startTestWebServer(url), await startTestWebServer(url)]
  const request = published('seo')
  const responses = await Promise.all([one.send(request), two.send(request), one.send(request), two.send(request)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 202])
  const repeat = published('seo', { time: Date.now() - 1_000 }) // signed again, with the same idempotency key
  expect(await two.send(repeat)).toEqual({ status: 200, text: 'Nothing to do' })
  expect((await two.send(published('last'))).status).toBe(202)
  for (const { readAnnouncements } of [one, two]) await expect.poll(readAnnouncements).toEqual(['seo', 'last'])
})

test('a server without a database connection re-renders missed changes after it reconnects', async () => {
  const [one, two] = [await startTestWebServer(url), await startTestWebServer(url)]
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'publish announcements'`.execute(one.db)
    return rows
  }
  expect(await listeners()).toHaveLength(2)
  for (const { pid } of await listeners()) await sql`select pg_terminate_backend(${pid})`.execute(one.db)
  expect((await one.send(published('seo'))).status).toBe(202)
  await expect.poll(two.readRebuilds).toEqual(['seo'])
  await expect.poll(one.readRebuilds).toEqual(['seo'])
  expect(await listeners()).toHaveLength(2)
})

test('a failed rebuild on one server does not affect the other', async () => {
  const [one, two] = [await startTestWebServer(url), await startTestWebServer(url)]
  one.failures.push({ what: '/gallery', reason: 'No space left on the device' })
  expect((await two.send(published('seo'))).status).toBe(202)
  await expect.poll(one.status).toBe('failed')
  await expect.poll(two.readRebuilds).toEqual(['seo'])
  expect(two.status()).toBe('ok')
  one.failures.length = 0
  await expect.poll(one.status).toBe('ok') // after a retry
  expect(two.readRebuilds()).toEqual(['seo'])
})
