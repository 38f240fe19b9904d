import { expect, test } from 'vitest'
import { LOCALE } from '#shared/constants.ts'
import {
  addField,
  createSeededSpace,
  createSeedWithFields,
  planTestSpace,
  saveDraft,
  seedTestSpace,
} from './seeded-space.ts'
import { smallSeed } from './small-seed.ts'
import { createDraftEntry, toLink } from './test-contentful.ts'

const DRAFT = 'an editor’s draft of it waits to be published'

const [, ...fewer] = smallSeed.entries.filter(({ type }) => type === 'fact').map(({ id }) => id)

test('a draft that links to another draft is not published, and keeps its link when the seed changes something else', async () => {
  await using space = await createSeededSpace()
  const seed = createSeedWithFields('home-page', { facts: fewer })
  await seedTestSpace(space.url, { seed })
  await createDraftEntry(space, 'fact', 'new-fact', { figure: '5', text: 'new ones' })
  const facts = [...fewer, 'new-fact'].map((id) => toLink('Entry', id))
  const { sys } = await saveDraft(space, 'home-page', 'facts', facts)

  expect(await seedTestSpace(space.url, { seed })).toMatchObject({ writes: 0, failures: [] })
  const changed = createSeedWithFields('home-page', { facts: fewer, filmTitle: 'Our film' })
  expect(await seedTestSpace(space.url, { seed: changed })).toMatchObject({ writes: 1, failures: [] })
  expect(await seedTestSpace(space.url, { seed: changed })).toMatchObject({ writes: 0, failures: [] })
  const after = await space.client.entry.get({ entryId: 'home-page' })
  expect(after.fields.facts).toEqual({ [LOCALE]: facts })
  expect(after.sys.publishedVersion).toBe(sys.publishedVersion)
})

test('a draft of a field that only the space has is not published', async () => {
  await using space = await createSeededSpace()
  await addField(space, 'homePage', {})
  const { sys } = await saveDraft(space, 'home-page', 'own', 'Not yet')
  const seed = createSeedWithFields('home-page', { filmTitle: 'Our film' })
  for (const task of [{}, { seed }])
    expect((await planTestSpace(space.url, task)).items).toContainEqual(
      expect.objectContaining({ id: 'home-page', note: DRAFT }),
    )
  expect((await seedTestSpace(space.url)).writes).toBe(0)
  await seedTestSpace(space.url, { seed })
  const after = await space.client.entry.get({ entryId: 'home-page' })
  expect(after.sys.publishedVersion).toBe(sys.publishedVersion)
})

test('a draft of a picture’s title is not published', async () => {
  await using space = await createSeededSpace()
  const at = { assetId: 'posters-home' }
  const held = await space.client.asset.get(at)
  const title = { [LOCALE]: 'Not yet' }
  await space.client.asset.update(at, { ...held, fields: { ...held.fields, title } })
  expect((await seedTestSpace(space.url)).writes).toBe(0)
})

test('another file comes into a picture that an editor unpublished, and is made ready there', async () => {
  await using space = await createSeededSpace()
  const at = { assetId: 'posters-home' }
  await space.client.asset.unpublish(at)
  const assets = smallSeed.assets.map((asset) =>
    asset.id === at.assetId ? { ...asset, file: 'posters/gallery.jpg' } : asset,
  )
  const seed = { ...smallSeed, assets }
  expect((await seedTestSpace(space.url, { seed })).failures).toEqual([])
  const { sys, fields } = await space.client.asset.get(at)
  expect(fields.file[LOCALE]).toMatchObject({ fileName: expect.stringMatching(/^gallery\./), url: expect.any(String) })
  expect(sys.publishedVersion).toBeUndefined()
  expect((await seedTestSpace(space.url, { seed })).writes).toBe(0)
})
