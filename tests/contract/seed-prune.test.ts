import { expect, test } from 'vitest'
import type { OverwriteOptions } from '#cms/sync/resources/resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { startProxy } from './fault-proxy.ts'
import {
  addField,
  type Edited,
  editedSpace,
  planSmall,
  saveDraft,
  seedSmall,
  stateOf,
  withFields,
} from './seeded-space.ts'
import { smallModel, smallSeed } from './small-seed.ts'
import { linkTo, publishedEntry } from './test-contentful.ts'

const PRUNE: OverwriteOptions = { force: false, prune: true }

const [gone = '', ...others] = smallSeed.entries.filter(({ type }) => type === 'fact').map(({ id }) => id)
const without = withFields('home-page', { facts: others })
/** The seed without one figure. */
const shorter = { ...without, entries: without.entries.filter(({ id }) => id !== gone) }

const aLink = { id: 'about', type: 'Link', linkType: 'Entry' }

const holds = async ({ url }: Edited, name: string) => name in (await stateOf(url))

test.concurrent('what is linked from a content type of an owner’s own stays', async () => {
  await using space = await editedSpace()
  const at = { contentTypeId: 'story' }
  const title = { id: 'title', name: 'Title', type: 'Symbol', required: false, localized: false }
  await space.client.contentType.createWithId(at, { name: 'Story', displayField: 'title', fields: [title] })
  await addField(space, 'story', aLink)
  await publishedEntry(space, 'story', 'first-story', { about: linkTo('Entry', gone) })
  await seedSmall(space.url, { seed: shorter, overwrite: PRUNE })
  expect(await holds(space, `entry ${gone}`)).toBe(true)
  expect((await planSmall(space.url, { seed: shorter })).items.map(({ id }) => id)).not.toContain('first-story')
})

test.concurrent('what is linked from a field of an owner’s own stays', async () => {
  await using space = await editedSpace()
  await addField(space, 'homePage', aLink)
  const draft = await saveDraft(space, 'home-page', 'about', linkTo('Entry', gone))
  await space.client.entry.publish({ entryId: 'home-page' }, draft)
  await seedSmall(space.url, { seed: shorter, overwrite: PRUNE })
  expect(await holds(space, `entry ${gone}`)).toBe(true)
})

test.concurrent('what a page still links to, because its update failed, stays', async () => {
  await using space = await editedSpace()
  await using proxy = await startProxy(space.url, ({ method, path }) =>
    method === 'PUT' && path.endsWith('/entries/home-page') ? { status: 422, body: { message: 'No' } } : undefined,
  )
  const { failures } = await seedSmall(proxy.url, { seed: shorter, overwrite: PRUNE })
  expect(failures).toHaveLength(2)
  expect(await holds(space, `entry ${gone}`)).toBe(true)
  expect((await seedSmall(space.url, { seed: shorter, overwrite: PRUNE })).counts.entry.deleted).toBe(1)
})

test.concurrent('what an editor changes while it runs stays', async () => {
  await using space = await editedSpace()
  const confirm = async () => void (await publishField(space.client, gone, 'text', 'By an editor'))
  const { failures } = await seedSmall(space.url, { seed: shorter, overwrite: PRUNE, confirm })
  expect(failures).toEqual([{ kind: 'entry', id: gone, reason: expect.stringContaining('meanwhile') }])
  expect(await holds(space, `entry ${gone}`)).toBe(true)
})

test.concurrent('content of a type that is gone from the model goes too', async () => {
  await using space = await editedSpace()
  const { fact: _, ...model } = smallModel
  const seed = { assets: [], entries: [] }
  const { counts } = await seedSmall(space.url, { seed, model, overwrite: PRUNE })
  expect(counts.entry.deleted).toBe(smallSeed.entries.length)
  expect(counts.asset.deleted).toBe(smallSeed.assets.length)
  expect((await seedSmall(space.url, { seed, model, overwrite: PRUNE })).writes).toBe(0)
})

test.concurrent('killed between withdrawing and deleting, the next run deletes', async () => {
  await using space = await editedSpace()
  await using proxy = await startProxy(space.url, ({ method, path }) =>
    method === 'DELETE' && !path.endsWith('/published') ? { status: 422, body: { message: 'No' } } : undefined,
  )
  const seed = { assets: [], entries: [] }
  await seedSmall(proxy.url, { seed, overwrite: PRUNE })
  const { counts } = await seedSmall(space.url, { seed, overwrite: PRUNE })
  expect(counts.entry.deleted).toBe(smallSeed.entries.length)
  expect(counts.asset.deleted).toBe(smallSeed.assets.length)
})

test.concurrent('a picture that an editor gave another title stays, until --force', async () => {
  await using space = await editedSpace()
  const at = { assetId: 'posters-home' }
  const held = await space.client.asset.get(at)
  const fields = { ...held.fields, title: { [LOCALE]: 'Ours' } }
  await space.client.asset.publish(at, await space.client.asset.update(at, { ...held, fields }))
  const seed = { assets: [], entries: [] }
  const { counts } = await seedSmall(space.url, { seed, overwrite: PRUNE })
  expect(counts.asset).toMatchObject({ deleted: smallSeed.assets.length - 1, kept: 1 })
  const forced = await seedSmall(space.url, { seed, overwrite: { force: true, prune: true } })
  expect(forced.counts.asset).toMatchObject({ deleted: 1, kept: 0 })
})

test.concurrent('deletions whose answers are lost are found done', async () => {
  await using space = await editedSpace()
  const met = new Set<string>()
  await using proxy = await startProxy(space.url, ({ method, path }) => {
    if (method !== 'DELETE' || met.has(path)) return undefined
    met.add(path)
    return 'cut after'
  })
  const seed = { assets: [], entries: [] }
  expect((await seedSmall(proxy.url, { seed, overwrite: PRUNE })).failures).toEqual([])
  expect((await seedSmall(space.url, { seed, overwrite: PRUNE })).writes).toBe(0)
})
