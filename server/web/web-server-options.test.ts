import { expect, onTestFinished, test } from 'vitest'
import { ANY_CHANGE, type ContentChange } from '#server/publishing/publishing-options.ts'
import { UserError } from '#shared/user-error.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { openWebStores } from './web-stores.ts'

/** The stores of two web servers, and what each of them hears. */
async function openTwo(databaseUrl: string | undefined, callsDeployHook = false) {
  const open = async () => {
    const heard: ContentChange[] = []
    const stores = await openWebStores({ databaseUrl, callsDeployHook, log: () => {} })
    onTestFinished(async () => {
      await stores.publishing.close()
      await stores.close()
    })
    stores.publishing.subscribe((touched) => heard.push(touched))
    return { ...stores, heard }
  }
  return [await open(), await open()] as const
}

const SEO: ContentChange = { contentTypes: new Set(['seo']), assets: false, anything: false }
const ADDRESS = '192.0.2.1'

test('on PostgreSQL two servers share what is published and who guesses', async () => {
  const [one, two] = await openTwo(await createPostgresDatabase())
  for (const { heard } of [one, two]) await expect.poll(() => heard).toEqual([ANY_CHANGE])
  expect(await one.publishing.announce({ requestKeys: ['a'], change: SEO })).toBe(true)
  expect(await two.publishing.announce({ requestKeys: ['a'], change: SEO })).toBe(false)
  for (const { heard } of [one, two]) await expect.poll(() => heard).toEqual([ANY_CHANGE, SEO])
  for (let failure = 0; failure < 20; failure++) one.loginRateLimit.recordFailure(ADDRESS)
  await expect.poll(() => two.loginRateLimit.isExceeded(ADDRESS)).toBe(true)
})

test('with a deploy hook the server that gets the webhook calls it alone', async () => {
  const [one, two] = await openTwo(await createPostgresDatabase(), true)
  expect(await one.publishing.announce({ requestKeys: ['a'], change: SEO })).toBe(true)
  expect([one.heard, two.heard]).toEqual([[SEO], []])
  for (let failure = 0; failure < 20; failure++) one.loginRateLimit.recordFailure(ADDRESS)
  await expect.poll(() => two.loginRateLimit.isExceeded(ADDRESS)).toBe(true)
})

test('on SQLite everything is in memory, and no file is opened', async () => {
  const [one, two] = await openTwo(undefined)
  await one.publishing.announce({ requestKeys: ['a'], change: SEO })
  expect([one.heard, two.heard]).toEqual([[SEO], []])
})

test('a database that is out of reach is an error for operators', async () => {
  const opening = openTwo('postgres://site:secret@127.0.0.1:1/site')
  await expect(opening).rejects.toThrow(UserError)
  await expect(opening).rejects.toThrow('The database 127.0.0.1:1/site cannot be opened')
})
