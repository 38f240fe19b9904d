import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { model } from '#cms/model/model.gen.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { formatPullSummary } from '#cms/sync/pull/pull-space.ts'
import { startSpace } from '#local-tests/start-space.ts'
import { createAsset, createDraftEntry, createPicture, publishEntry, toLink } from '#local-tests/test-contentful.ts'
import { publishField, saveDraft } from '#tests/setup/content.ts'
import { seedTestSpace } from '#tests/setup/contentful/seed-test-space.ts'
import { smallSeed } from '#tests/setup/contentful/small-seed.ts'
import { createPullSpace } from './pull-folder.ts'

afterEach(() => vi.unstubAllEnvs())

const facts = smallSeed.entries.filter(({ type }) => type === 'fact').map(({ id }) => id)

test('§3.12 §11.11 pulls edits, new and unpublished entries and files; a second pull and a seed change nothing', async () => {
  await using space = await createPullSpace()
  const { client } = space
  await publishField(client, 'home-page', 'watchLabel', 'Have a “look”')
  await publishEntry(space, 'fact', 'zz-fact', { figure: '7', text: 'new yards' })
  await publishEntry(space, 'fact', 'aa-fact', { figure: '8', text: 'newer yards' })
  await publishField(
    client,
    'home-page',
    'facts',
    ['zz-fact', ...facts.slice(0, 2)].map((id) => toLink('Entry', id)),
  )
  const [, , unpublishedId = ''] = facts
  await client.entry.unpublish({ entryId: unpublishedId })
  await space.replaceFile('posters-home', await createPicture(60, 40), 'Nueva Foto №1.JPEG')
  const shareImage = await sharp({ create: { width: 12, height: 6, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  await client.asset.publish(
    { assetId: 'shared' },
    await createAsset(space, 'shared', shareImage, 'image/png', 'Share.png'),
  )
  await publishField(client, 'seo-home', 'shareImage', toLink('Asset', 'shared'))

  await saveDraft(space, 'home-page', 'watchLabel', 'Not yet')
  await createDraftEntry(space, 'fact', 'draft', { figure: '9', text: 'drafts' })

  await space.pull()
  expect((await space.readEntries('homePage'))['home-page']).toMatchObject({
    watchLabel: 'Have a “look”',
    facts: ['zz-fact', ...facts.slice(0, 2)],
  })
  const pulledFacts = await space.readEntries('fact')
  expect(Object.keys(pulledFacts)).toEqual([...facts.filter((id) => id !== unpublishedId), 'aa-fact', 'zz-fact'])
  expect(pulledFacts['zz-fact']).toEqual({ figure: '7', text: 'new yards' })
  const assets = await space.readAssets()
  expect(assets['posters-home']).toEqual({
    file: 'posters/home.jpg',
    title: 'Poster of Home',
    originalName: 'Nueva Foto №1.JPEG',
  })
  expect(assets.shared).toEqual({ file: 'uploads/shared.png', title: 'shared', originalName: 'Share.png' })
  expect(await space.readMedia('posters/home.jpg')).toEqual(await createPicture(60, 40))
  expect(await space.readMedia('uploads/shared.png')).toEqual(shareImage)

  const after = await space.readState()
  expect(await space.pull()).toMatchObject({ written: [], unused: [], notes: [] })
  expect(await space.readState()).toEqual(after)
  expect(await space.seedSpace()).toMatchObject({ writes: 0, failures: [] })
})

test('§11.11 seeds another space with pulled content, and a pull from there changes nothing', async () => {
  await using space = await createPullSpace()
  await space.replaceFile('posters-home', await createPicture(60, 40), 'IMG 1.JPG')
  await space.pull()
  const before = await space.readState()
  await using otherSpace = await startSpace()
  const options = { model, seed: await space.readSeed(), mediaFolder: space.mediaFolder }
  expect(await seedTestSpace(otherSpace.url, options)).toMatchObject({ failures: [] })
  await space.pull({ connection: getLocalConnection(otherSpace.url, 'delivery') })
  expect(await space.readState()).toEqual(before)
  expect(await space.seedSpace()).toMatchObject({ writes: 0 })
})

test('does not add empty optional fields to the seed, and sets existing ones to null', async () => {
  await using space = await createPullSpace()
  const seo = async () => (await space.readEntries('seo'))['seo-home'] ?? {}
  const { assets, entries } = await space.readSeed()
  const { noIndex, ...sparse } = entries.find(({ id }) => id === 'seo-home')?.fields ?? {}
  expect(noIndex).toBeNull()
  await space.writeSeed({
    assets,
    entries: entries.map((entry) => (entry.id === 'seo-home' ? { ...entry, fields: sparse } : entry)),
  })
  expect(await space.seedSpace()).toMatchObject({ writes: 0 })
  expect(await space.pull()).toMatchObject({ written: [] })
  expect(await seo()).toEqual(sparse)

  await publishField(space.client, 'seo-home', 'noIndex', true)
  await space.pull()
  expect(await seo()).toEqual({ ...sparse, noIndex: true })
  await publishField(space.client, 'seo-home', 'noIndex', undefined)
  await space.pull()
  expect(await seo()).toEqual({ ...sparse, noIndex: null })
  expect(await space.pull()).toMatchObject({ written: [] })
  expect(await space.seedSpace()).toMatchObject({ writes: 0 })
})

test('pulls entries with the ids 7, constructor and __proto__', async () => {
  await using space = await createPullSpace()
  for (const id of ['constructor', '7', '__proto__']) await publishEntry(space, 'fact', id, { figure: '7', text: id })
  await space.pull()
  expect(String(await readFile(join(space.seedFolder, 'entries/home.json')))).toContain('"text": "__proto__"')
  expect(await space.pull()).toMatchObject({ written: [] })
})

test('a dry run reports all changes and writes nothing', async () => {
  await using space = await createPullSpace()
  await space.client.entry.unpublish({ entryId: facts[0] ?? '' })
  await publishField(space.client, 'home-page', 'watchLabel', 'Look')
  await space.replaceFile('posters-home', await createPicture(60, 40), 'new.jpg')
  const before = await space.readState()
  vi.stubEnv('TMPDIR', space.folder)
  const dryRun = await space.pull({ dryRun: true })
  expect(dryRun.written).toEqual([
    expect.stringMatching(/^\.\..+posters\/home\.jpg$/),
    expect.stringMatching(/assets\.json$/),
    expect.stringMatching(/home\.json$/),
  ])
  expect(await space.readState()).toEqual(before)
  expect(formatPullSummary(dryRun)).toMatch(/^Would write:\n/)
  const pulled = await space.pull()
  expect(pulled).toMatchObject({ ...dryRun, dryRun: false })
  expect(formatPullSummary(pulled)).toMatch(/^Written:\n(.+\n)+? *\S+entries\/home\.json\n/)
  expect(formatPullSummary(pulled)).toContain('\nSkipped:\n  entry home-page: facts is pulled without')
  expect(formatPullSummary(await space.pull())).toContain('The seed matches the space.')
})
