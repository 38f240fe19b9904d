import { expect, test } from 'vitest'
import type { OverwriteOptions } from '#cms/sync/resources/resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { startFaultProxy } from './fault-proxy.ts'
import {
  addField,
  createSeededSpace,
  createSeedWithFields,
  planTestSpace,
  readSpaceState,
  type SeededSpace,
  saveDraft,
  seedTestSpace,
} from './seeded-space.ts'
import { smallModel, smallSeed } from './small-seed.ts'
import { publishEntry, toLink } from './test-contentful.ts'

const PRUNE: OverwriteOptions = { force: false, prune: true }

const [gone = '', ...others] = smallSeed.entries.filter(({ type }) => type === 'fact').map(({ id }) => id)
const without = createSeedWithFields('home-page', { facts: others })
/** The seed without one figure. */
const shorter = { ...without, entries: without.entries.filter(({ id }) => id !== gone) }

const aLink = { id: 'about', type: 'Link', linkType: 'Entry' }

const holds = async ({ url }: SeededSpace, name: string) => name in (await readSpaceState(url))

test.concurrent('what is linked from a content type of an owner’s own stays', async () => {
  await using space = await createSeededSpace()
  const at = { contentTypeId: 'story' }
  const title = { id: 'title', name: 'Title', type: 'Symbol', required: false, localized: false }
  await space.client.contentType.createWithId(at, { name: 'Story', displayField: 'title', fields: [title] })
  await addField(space, 'story', aLink)
  await publishEntry(space, 'story', 'first-story', { about: toLink('Entry', gone) })
  await seedTestSpace(space.url, { seed: shorter, overwrite: PRUNE })
  expect(await holds(space, `entry ${gone}`)).toBe(true)
  expect((await planTestSpace(space.url, { seed: shorter })).items.map(({ id }) => id)).not.toContain('first-story')
})

test.concurrent('what is linked from a field of an owner’s own stays', async () => {
  await using space = await createSeededSpace()
  await addField(space, 'homePage', aLink)
  const draft = await saveDraft(space, 'home-page', 'about', toLink('Entry', gone))
  await space.client.entry.publish({ entryId: 'home-page' }, draft)
  await seedTestSpace(space.url, { seed: shorter, overwrite: PRUNE })
  expect(await holds(space, `entry ${gone}`)).toBe(true)
})

test.concurrent('what a page still links to, because its update failed, stays', async () => {
  await using space = await createSeededSpace()
  await using proxy = await startFaultProxy(space.url, ({ method, path }) =>
    method === 'PUT' && path.endsWith('/entries/home-page') ? { status: 422, body: { message: 'No' } } : undefined,
  )
  const { failures } = await seedTestSpace(proxy.url, { seed: shorter, overwrite: PRUNE })
  expect(failures).toHaveLength(2)
  expect(await holds(space, `entry ${gone}`)).toBe(true)
  expect((await seedTestSpace(space.url, { seed: shorter, overwrite: PRUNE })).counts.entry.deleted).toBe(1)
})

test.concurrent('what an editor changes while it runs stays', async () => {
  await using space = await createSeededSpace()
  const confirm = async () => void (await publishField(space.client, gone, 'text', 'By an editor'))
  const { failures } = await seedTestSpace(space.url, { seed: shorter, overwrite: PRUNE, confirm })
  expect(failures).toEqual([{ kind: 'entry', id: gone, reason: expect.stringContaining('meanwhile') }])
  expect(await holds(space, `entry ${gone}`)).toBe(true)
})

test.concurrent('content of a type that is gone from the model goes too', async () => {
  await using space = await createSeededSpace()
  const { fact: _, ...model } = smallModel
  const seed = { assets: [], entries: [] }
  const { counts } = await seedTestSpace(space.url, { seed, model, overwrite: PRUNE })
  expect(counts.entry.deleted).toBe(smallSeed.entries.length)
  expect(counts.asset.deleted).toBe(smallSeed.assets.length)
  expect((await seedTestSpace(space.url, { seed, model, overwrite: PRUNE })).writes).toBe(0)
})

test.concurrent('killed between withdrawing and deleting, the next run deletes', async () => {
  await using space = await createSeededSpace()
  await using proxy = await startFaultProxy(space.url, ({ method, path }) =>
    method === 'DELETE' && !path.endsWith('/published') ? { status: 422, body: { message: 'No' } } : undefined,
  )
  const seed = { assets: [], entries: [] }
  await seedTestSpace(proxy.url, { seed, overwrite: PRUNE })
  const { counts } = await seedTestSpace(space.url, { seed, overwrite: PRUNE })
  expect(counts.entry.deleted).toBe(smallSeed.entries.length)
  expect(counts.asset.deleted).toBe(smallSeed.assets.length)
})

test.concurrent('a picture that an editor gave another title stays, until --force', async () => {
  await using space = await createSeededSpace()
  const at = { assetId: 'posters-home' }
  const held = await space.client.asset.get(at)
  const fields = { ...held.fields, title: { [LOCALE]: 'Ours' } }
  await space.client.asset.publish(at, await space.client.asset.update(at, { ...held, fields }))
  const seed = { assets: [], entries: [] }
  const { counts } = await seedTestSpace(space.url, { seed, overwrite: PRUNE })
  expect(counts.asset).toMatchObject({ deleted: smallSeed.assets.length - 1, kept: 1 })
  const forced = await seedTestSpace(space.url, { seed, overwrite: { force: true, prune: true } })
  expect(forced.counts.asset).toMatchObject({ deleted: 1, kept: 0 })
})

test.concurrent('deletions whose answers are lost are found done', async () => {
  await using space = await createSeededSpace()
  const met = new Set<string>()
  await using proxy = await startFaultProxy(space.url, ({ method, path }) => {
    if (method !== 'DELETE' || met.has(path)) return undefined
    met.add(path)
    return 'cut after'
  })
  const seed = { assets: [], entries: [] }
  expect((await seedTestSpace(proxy.url, { seed, overwrite: PRUNE })).failures).toEqual([])
  expect((await seedTestSpace(space.url, { seed, overwrite: PRUNE })).writes).toBe(0)
})
