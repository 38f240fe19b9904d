import { expect, onTestFinished, test } from 'vitest'
import { ANY_CHANGE, type ContentChange } from '#server/publishing/content-change.ts'
import { UserError } from '#shared/user-error.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { openWebStores } from './web-server-options.ts'

/** The stores of two web servers, with the changes that each receives. */
async function openTwoStores(databaseUrl: string | undefined, callsDeployHook = false) {
  const open = async () => {
    const changes: ContentChange[] = []
    const stores = await openWebStores({ databaseUrl, callsDeployHook, log: () => {} })
    onTestFinished(async () => {
      await stores.publishing.close()
      await stores.close()
    })
    stores.publishing.subscribe((change) => changes.push(change))
    return { ...stores, changes }
  }
  return [await open(), await open()] as const
}

const SEO: ContentChange = { contentTypes: new Set(['seo']), assets: false, anything: false }
const ADDRESS = '192.0.2.1'

test('two servers on PostgreSQL share changes and failed logins', async () => {
  const [one, two] = await openTwoStores(await createPostgresDatabase())
  for (const { changes } of [one, two]) await expect.poll(() => changes).toEqual([ANY_CHANGE])
  expect(await one.publishing.announce({ requestKeys: ['a'], change: SEO })).toBe(true)
  expect(await two.publishing.announce({ requestKeys: ['a'], change: SEO })).toBe(false)
  for (const { changes } of [one, two]) await expect.poll(() => changes).toEqual([ANY_CHANGE, SEO])
  for (let failure = 0; failure < 20; failure++) one.loginRateLimit.recordFailure(ADDRESS)
  await expect.poll(() => two.loginRateLimit.isExceeded(ADDRESS)).toBe(true)
})

test('with a deploy hook only the server that receives the webhook gets the change', async () => {
  const [one, two] = await openTwoStores(await createPostgresDatabase(), true)
  expect(await one.publishing.announce({ requestKeys: ['a'], change: SEO })).toBe(true)
  expect([one.changes, two.changes]).toEqual([[SEO], []])
  for (let failure = 0; failure < 20; failure++) one.loginRateLimit.recordFailure(ADDRESS)
  await expect.poll(() => two.loginRateLimit.isExceeded(ADDRESS)).toBe(true)
})

test('without PostgreSQL the stores are in memory', async () => {
  const [one, two] = await openTwoStores(undefined)
  await one.publishing.announce({ requestKeys: ['a'], change: SEO })
  expect([one.changes, two.changes]).toEqual([[SEO], []])
})

test('throws UserError when the database cannot be reached', async () => {
  const opening = openTwoStores('postgres://site:secret@127.0.0.1:1/site')
  await expect(opening).rejects.toThrow(UserError)
  await expect(opening).rejects.toThrow('The database 127.0.0.1:1/site cannot be opened')
})
