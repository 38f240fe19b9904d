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
  await expect.poll(one.rebuilt).toEqual(['seo'])
  await expect.poll(two.rebuilt).toEqual(['seo'])
  expect((await two.send(published('fact'))).status).toBe(202)
  await expect.poll(one.rebuilt).toEqual(['seo', 'fact'])
  await expect.poll(two.rebuilt).toEqual(['seo', 'fact'])
})

test('the same request to both counts once', async () => {
  const [one, two] = [await startTestWebServer(url), await startTestWebServer(url)]
  const request = published('seo')
  const answers = await Promise.all([one.send(request), two.send(request), one.send(request), two.send(request)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 202])
  const repeat = published('seo', { time: Date.now() - 1_000 }) // signed anew, under the same key
  expect(await two.send(repeat)).toEqual({ status: 200, text: 'Nothing to do' })
  expect((await two.send(published('last'))).status).toBe(202)
  for (const { heard } of [one, two]) await expect.poll(heard).toEqual(['seo', 'last'])
})

test('a server that was cut off from the database re-renders afterwards what was published meanwhile', async () => {
  const [one, two] = [await startTestWebServer(url), await startTestWebServer(url)]
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'publish announcements'`.execute(one.db)
    return rows
  }
  expect(await listeners()).toHaveLength(2)
  for (const { pid } of await listeners()) await sql`select pg_terminate_backend(${pid})`.execute(one.db)
  expect((await one.send(published('seo'))).status).toBe(202)
  await expect.poll(two.rebuilt).toEqual(['seo'])
  await expect.poll(one.rebuilt).toEqual(['seo'])
  expect(await listeners()).toHaveLength(2)
})

test('a rebuild that fails on one server concerns that server alone', async () => {
  const [one, two] = [await startTestWebServer(url), await startTestWebServer(url)]
  one.failures.push({ what: '/gallery', reason: 'No space left on the device' })
  expect((await two.send(published('seo'))).status).toBe(202)
  await expect.poll(one.status).toBe('failed')
  await expect.poll(two.rebuilt).toEqual(['seo'])
  expect(two.status()).toBe('ok')
  one.failures.length = 0
  await expect.poll(one.status).toBe('ok') // it has tried again
  expect(two.rebuilt()).toEqual(['seo'])
})
