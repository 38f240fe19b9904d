import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTENTFUL_RATE_LIMITS } from 'contentful-local/constants'
import { expect, test } from 'vitest'
import { GERMAN_LOCALE } from '#local-tests/complete-space.ts'
import { startSpace } from '#local-tests/start-space.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { FIRST_MEDIA_FOLDER } from '#tests/first-content/first-content.ts'
import { createSeedWithFields, readSpaceState, seedTestSpace } from '#tests/setup/contentful/seed-test-space.ts'
import { smallModel, smallSeed } from '#tests/setup/contentful/small-seed.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

const NO_COUNTS = { created: 0, updated: 0, published: 0, unchanged: 0, kept: 0, failed: 0 }
/** Each content type has an editor interface. */
const RESOURCES = 2 * Object.keys(smallModel).length + smallSeed.assets.length + smallSeed.entries.length

test('§11.9 seeds an empty space within the rate limits, and writes nothing in a second run', async () => {
  await using space = await startSpace({ limits: CONTENTFUL_RATE_LIMITS })
  const first = await seedTestSpace(space.url)
  expect(first.failures).toEqual([])
  expect(first.counts).toEqual({ ...NO_COUNTS, created: RESOURCES })

  const state = await readSpaceState(space.url)
  expect(Object.keys(state)).toHaveLength(RESOURCES)
  expect(Object.values(state)).not.toContainEqual(expect.objectContaining({ published: false }))

  const second = await seedTestSpace(space.url, { confirm: () => expect.fail('Nothing is to be written') })
  expect(second.writes).toBe(0)
  expect(second.counts).toEqual({ ...NO_COUNTS, unchanged: RESOURCES })
})

test('clears a field that the seed omits', async () => {
  await using space = await startSiteSpace('home')
  const fact = smallSeed.entries.find(({ type, fields }) => type === 'fact' && fields.unit)
  if (!fact) throw new Error('Home has a figure with a unit')
  const { unit: _, ...fields } = fact.fields
  const entries = smallSeed.entries.map((entry) => (entry === fact ? { ...fact, fields } : entry))
  expect(await seedTestSpace(space.url, { seed: { ...smallSeed, entries } })).toMatchObject({ writes: 2 })
  expect(await space.client.entry.get({ entryId: fact.id })).not.toHaveProperty('fields.unit')
})

test('uploads a changed file to the existing asset, does not upload for a changed title, and keeps other texts', async () => {
  const mediaFolder = await createTestFolder()
  await using space = await startSiteSpace('home')
  for (const { file } of smallSeed.assets) await cp(join(FIRST_MEDIA_FOLDER, file), join(mediaFolder, file))
  expect((await seedTestSpace(space.url, { mediaFolder })).writes).toBe(0)

  const [poster] = smallSeed.assets.filter(({ file }) => file.endsWith('.jpg'))
  if (!poster) throw new Error('Home has a poster')
  const assets = smallSeed.assets.map((asset) => (asset === poster ? { ...asset, title: 'Another title' } : asset))
  // What no seed has.
  const params = { assetId: poster.id }
  await space.client.locale.create({}, GERMAN_LOCALE)
  const { sys, fields } = await space.client.asset.get(params)
  const { 'en-US': english = { fileName: '', contentType: '' } } = fields.file
  const title = { ...fields.title, 'de-DE': 'Plakat' }
  const own = { title, description: { 'en-US': 'At night' }, file: { ...fields.file, 'de-DE': english } }
  await space.client.asset.publish(params, await space.client.asset.update(params, { sys, fields: own }))
  const renamed = await seedTestSpace(space.url, { mediaFolder, force: true, seed: { ...smallSeed, assets } })
  expect(renamed.writes).toBe(2)

  await cp(`${FIRST_MEDIA_FOLDER}/posters/gallery.jpg`, join(mediaFolder, poster.file))
  const replaced = await seedTestSpace(space.url, { mediaFolder, seed: { ...smallSeed, assets } })
  expect(replaced.writes).toBe(4)
  expect(replaced.counts).toEqual({ ...NO_COUNTS, updated: 1, unchanged: RESOURCES - 1 })
  expect((await space.client.asset.get(params)).fields).toMatchObject({
    title: { 'en-US': 'Another title', 'de-DE': 'Plakat' },
    description: own.description,
    file: { 'en-US': expect.not.objectContaining(english), 'de-DE': english },
  })
})

test('fails an asset whose file changes between plan and upload, and completes it in the next run', async () => {
  const mediaFolder = await createTestFolder()
  await using space = await startSpace()
  for (const { file } of smallSeed.assets) await cp(join(FIRST_MEDIA_FOLDER, file), join(mediaFolder, file))
  const poster = join(mediaFolder, 'posters/home.jpg')
  const confirm = () => cp(`${FIRST_MEDIA_FOLDER}/posters/gallery.jpg`, poster)
  const { failures } = await seedTestSpace(space.url, { mediaFolder, confirm })
  expect(failures[0]).toEqual({
    key: 'asset posters-home',
    reason: `${poster} has changed since the command began: run it again`,
  })
  expect(await seedTestSpace(space.url, { mediaFolder })).toMatchObject({ failures: [] })
  expect(await seedTestSpace(space.url, { mediaFolder })).toMatchObject({ writes: 0 })
})

test('rejects a seed that does not match the model with one line per issue, and writes nothing', async () => {
  await using space = await startSpace()
  const seed = createSeedWithFields('home-page', { watchLabel: '', hero: 'nobody' })
  await expect(seedTestSpace(space.url, { seed })).rejects.toMatchObject({
    name: 'UserError',
    lines: [expect.stringContaining('home-page'), expect.stringContaining('nobody')],
  })
  expect(await readSpaceState(space.url)).toEqual({})
})
