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

const [removedId = '', ...otherFacts] = smallSeed.entries.filter(({ type }) => type === 'fact').map(({ id }) => id)
const seedWithoutLink = createSeedWithFields('home-page', { facts: otherFacts })
/** The seed without one fact. */
const shorterSeed = { ...seedWithoutLink, entries: seedWithoutLink.entries.filter(({ id }) => id !== removedId) }

const LINK_FIELD = { id: 'about', type: 'Link', linkType: 'Entry' }

const hasResource = async ({ url }: SeededSpace, name: string) => name in (await readSpaceState(url))

test.concurrent('keeps an entry that is linked from a content type outside of the model', async () => {
  await using space = await createSeededSpace()
  const params = { contentTypeId: 'story' }
  const title = { id: 'title', name: 'Title', type: 'Symbol', required: false, localized: false }
  await space.client.contentType.createWithId(params, { name: 'Story', displayField: 'title', fields: [title] })
  await addField(space, 'story', LINK_FIELD)
  await publishEntry(space, 'story', 'first-story', { about: toLink('Entry', removedId) })
  await seedTestSpace(space.url, { seed: shorterSeed, overwrite: PRUNE })
  expect(await hasResource(space, `entry ${removedId}`)).toBe(true)
  expect((await planTestSpace(space.url, { seed: shorterSeed })).items.map(({ id }) => id)).not.toContain('first-story')
})

test.concurrent('keeps an entry that is linked from a field outside of the model', async () => {
  await using space = await createSeededSpace()
  await addField(space, 'homePage', LINK_FIELD)
  const draft = await saveDraft(space, 'home-page', 'about', toLink('Entry', removedId))
  await space.client.entry.publish({ entryId: 'home-page' }, draft)
  await seedTestSpace(space.url, { seed: shorterSeed, overwrite: PRUNE })
  expect(await hasResource(space, `entry ${removedId}`)).toBe(true)
})

test.concurrent('keeps an entry that a page still links to because the update of the page failed', async () => {
  await using space = await createSeededSpace()
  await using proxy = await startFaultProxy(space.url, ({ method, path }) =>
    method === 'PUT' && path.endsWith('/entries/home-page') ? { status: 422, body: { message: 'No' } } : undefined,
  )
  const { failures } = await seedTestSpace(proxy.url, { seed: shorterSeed, overwrite: PRUNE })
  expect(failures).toHaveLength(2)
  expect(await hasResource(space, `entry ${removedId}`)).toBe(true)
  expect((await seedTestSpace(space.url, { seed: shorterSeed, overwrite: PRUNE })).counts.entry.deleted).toBe(1)
})

test.concurrent('keeps an entry that an editor changes during the run', async () => {
  await using space = await createSeededSpace()
  const confirm = async () => void (await publishField(space.client, removedId, 'text', 'By an editor'))
  const { failures } = await seedTestSpace(space.url, { seed: shorterSeed, overwrite: PRUNE, confirm })
  expect(failures).toEqual([
    { kind: 'entry', id: removedId, reason: expect.stringContaining('has changed since it was planned') },
  ])
  expect(await hasResource(space, `entry ${removedId}`)).toBe(true)
})

test.concurrent('deletes entries of a content type that was removed from the model', async () => {
  await using space = await createSeededSpace()
  const { fact: _, ...model } = smallModel
  const seed = { assets: [], entries: [] }
  const { counts } = await seedTestSpace(space.url, { seed, model, overwrite: PRUNE })
  expect(counts.entry.deleted).toBe(smallSeed.entries.length)
  expect(counts.asset.deleted).toBe(smallSeed.assets.length)
  expect((await seedTestSpace(space.url, { seed, model, overwrite: PRUNE })).writes).toBe(0)
})

test.concurrent('the next run deletes entries that were only unpublished', async () => {
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

test.concurrent('keeps an asset with a title by an editor, unless --force is set', async () => {
  await using space = await createSeededSpace()
  const params = { assetId: 'posters-home' }
  const asset = await space.client.asset.get(params)
  const fields = { ...asset.fields, title: { [LOCALE]: 'Ours' } }
  await space.client.asset.publish(params, await space.client.asset.update(params, { ...asset, fields }))
  const seed = { assets: [], entries: [] }
  const { counts } = await seedTestSpace(space.url, { seed, overwrite: PRUNE })
  expect(counts.asset).toMatchObject({ deleted: smallSeed.assets.length - 1, kept: 1 })
  const forced = await seedTestSpace(space.url, { seed, overwrite: { force: true, prune: true } })
  expect(forced.counts.asset).toMatchObject({ deleted: 1, kept: 0 })
})

test.concurrent('a deletion whose response is lost counts as done', async () => {
  await using space = await createSeededSpace()
  const disconnected = new Set<string>()
  await using proxy = await startFaultProxy(space.url, ({ method, path }) => {
    if (method !== 'DELETE' || disconnected.has(path)) return undefined
    disconnected.add(path)
    return 'cut after'
  })
  const seed = { assets: [], entries: [] }
  expect((await seedTestSpace(proxy.url, { seed, overwrite: PRUNE })).failures).toEqual([])
  expect((await seedTestSpace(space.url, { seed, overwrite: PRUNE })).writes).toBe(0)
})
