import { expect, test } from 'vitest'
import { createDraftEntry, toLink } from '#local-tests/test-contentful.ts'
import { LOCALE } from '#shared/constants.ts'
import { addField, saveDraft } from '#tests/setup/content.ts'
import { createSeedWithFields, planTestSpace, seedTestSpace } from '#tests/setup/contentful/seed-test-space.ts'
import { smallSeed } from '#tests/setup/contentful/small-seed.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

const DRAFT = 'it has an editor’s unpublished changes'

const [, ...fewerFacts] = smallSeed.entries.filter(({ type }) => type === 'fact').map(({ id }) => id)

test('does not publish a draft with a link to a draft, and keeps the link when the seed changes another field', async () => {
  await using space = await startSiteSpace('home')
  const seed = createSeedWithFields('home-page', { facts: fewerFacts })
  await seedTestSpace(space.url, { seed })
  await createDraftEntry(space, 'fact', 'new-fact', { figure: '5', text: 'new ones' })
  const facts = [...fewerFacts, 'new-fact'].map((id) => toLink('Entry', id))
  const { sys } = await saveDraft(space, 'home-page', 'facts', facts)

  expect(await seedTestSpace(space.url, { seed })).toMatchObject({ writes: 0, failures: [] })
  const changed = createSeedWithFields('home-page', { facts: fewerFacts, filmTitle: 'Our film' })
  expect(await seedTestSpace(space.url, { seed: changed })).toMatchObject({ writes: 1, failures: [] })
  expect(await seedTestSpace(space.url, { seed: changed })).toMatchObject({ writes: 0, failures: [] })
  const after = await space.client.entry.get({ entryId: 'home-page' })
  expect(after.fields.facts).toEqual({ [LOCALE]: facts })
  expect(after.sys.publishedVersion).toBe(sys.publishedVersion)
})

test('does not publish a draft of a field outside of the model, or of the title of an asset', async () => {
  await using space = await startSiteSpace('home')
  await addField(space, 'homePage', {})
  const { sys } = await saveDraft(space, 'home-page', 'own', 'Not yet')
  const seed = createSeedWithFields('home-page', { filmTitle: 'Our film' })
  for (const options of [{}, { seed }])
    expect((await planTestSpace(space.url, options)).items).toContainEqual(
      expect.objectContaining({ id: 'home-page', note: DRAFT }),
    )
  const asset = await space.client.asset.get({ assetId: 'posters-home' })
  const title = { [LOCALE]: 'Not yet' }
  await space.client.asset.update({ assetId: 'posters-home' }, { ...asset, fields: { ...asset.fields, title } })
  expect((await seedTestSpace(space.url)).writes).toBe(0)
  await seedTestSpace(space.url, { seed })
  const after = await space.client.entry.get({ entryId: 'home-page' })
  expect(after.sys.publishedVersion).toBe(sys.publishedVersion)
})

test('replaces and processes the file of an asset that an editor unpublished', async () => {
  await using space = await startSiteSpace('home')
  const params = { assetId: 'posters-home' }
  await space.client.asset.unpublish(params)
  const assets = smallSeed.assets.map((asset) =>
    asset.id === params.assetId ? { ...asset, file: 'posters/gallery.jpg' } : asset,
  )
  const seed = { ...smallSeed, assets }
  expect((await seedTestSpace(space.url, { seed })).failures).toEqual([])
  const { sys, fields } = await space.client.asset.get(params)
  expect(fields.file[LOCALE]).toMatchObject({ fileName: expect.stringMatching(/^gallery\./), url: expect.any(String) })
  expect(sys.publishedVersion).toBeUndefined()
  expect((await seedTestSpace(space.url, { seed })).writes).toBe(0)
})
