import { expect, test } from 'vitest'
import { SEED_FINGERPRINTS_FIELD_ID } from '#cms/model/content-type-payload.ts'
import { hasDrift } from '#cms/sync/apply/seed-space.ts'
import type { OverwriteOptions } from '#cms/sync/resources/resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { startFaultProxy } from './fault-proxy.ts'
import {
  createSeededSpace,
  createSeedWithFields,
  planTestSpace,
  readSpaceState,
  type SeededSpace,
  seedTestSpace,
} from './seeded-space.ts'
import { smallModel, smallSeed } from './small-seed.ts'
import { createPicture, publishAsset, publishEntry, toLink } from './test-contentful.ts'

const FORCE: OverwriteOptions = { force: true, prune: false }
const PRUNE: OverwriteOptions = { force: false, prune: true }

const factsOfSeed = smallSeed.entries.find(({ id }) => id === 'home-page')?.fields.facts
const facts = (Array.isArray(factsOfSeed) ? factsOfSeed : []).map((id) => toLink('Entry', String(id)))
const [first, ...otherFacts] = facts
if (!first) throw new Error('Home has figures')

const fieldOf = async ({ client }: SeededSpace, entryId: string, field: string) =>
  (await client.entry.get({ entryId })).fields[field]?.[LOCALE]

const planned = async ({ url }: SeededSpace, task = {}) =>
  Object.fromEntries(
    (await planTestSpace(url, task)).items.filter(hasDrift).map((item) => [`${item.resourceType} ${item.id}`, item]),
  )

test('an editor’s change stays; the seed’s changes of other fields come in and are published', async () => {
  await using space = await createSeededSpace()
  await publishField(space.client, 'home-page', 'watchLabel', 'Have a look')
  const seed = createSeedWithFields('home-page', { watchLabel: 'See it', filmTitle: 'Our film' })

  expect(await planned(space, { seed })).toMatchObject({
    'entry home-page': {
      action: 'update',
      changes: [{ field: 'filmTitle', wanted: 'Our film' }],
      preserved: [{ field: 'watchLabel', held: 'Have a look', wanted: 'See it' }],
    },
  })
  const { counts } = await seedTestSpace(space.url, { seed })
  expect(counts.entry).toMatchObject({ updated: 1, published: 1, kept: 1 })
  expect(await fieldOf(space, 'home-page', 'watchLabel')).toBe('Have a look')
  expect(await fieldOf(space, 'home-page', 'filmTitle')).toBe('Our film')

  const again = await seedTestSpace(space.url, { seed })
  expect(again).toMatchObject({ writes: 0, counts: { entry: { kept: 1 } } })
  // The seed's own earlier value is still known as the seed's.
  await seedTestSpace(space.url, { seed: createSeedWithFields('home-page', { filmTitle: 'The film' }) })
  expect(await fieldOf(space, 'home-page', 'filmTitle')).toBe('The film')
})

test('a run that ends between update and publish is completed by the next, beside an editor’s change too', async () => {
  await using space = await createSeededSpace()
  await publishField(space.client, 'home-page', 'watchLabel', 'Have a look')
  await using proxy = await startFaultProxy(space.url, ({ path }) =>
    path.endsWith('/entries/home-page/published') ? { status: 422, body: { message: 'No' } } : undefined,
  )
  const seed = createSeedWithFields('home-page', { filmTitle: 'Our film' })
  expect((await seedTestSpace(proxy.url, { seed })).failures).toHaveLength(1)
  expect(await seedTestSpace(space.url, { seed })).toMatchObject({
    writes: 1,
    counts: { entry: { published: 1, kept: 1 } },
  })
  expect(await seedTestSpace(space.url, { seed })).toMatchObject({ writes: 0 })
})

test('--force writes the seed’s value over an editor’s', async () => {
  await using space = await createSeededSpace()
  const before = await readSpaceState(space.url)
  await publishField(space.client, 'home-page', 'watchLabel', 'Have a look')
  const { counts } = await seedTestSpace(space.url, { overwrite: FORCE })
  expect(counts.entry).toMatchObject({ updated: 1, published: 1, kept: 0 })
  expect(await readSpaceState(space.url)).toEqual(before)
})

test('an editor’s draft is not published, and not touched where the seed is the same', async () => {
  await using space = await createSeededSpace()
  const entry = await space.client.entry.get({ entryId: 'home-page' })
  const draft = { ...entry, fields: { ...entry.fields, watchLabel: { [LOCALE]: 'Not yet' } } }
  const { sys } = await space.client.entry.update({ entryId: 'home-page' }, draft)
  expect(await planned(space)).toMatchObject({
    'entry home-page': { action: null, note: 'an editor’s draft of it waits to be published' },
  })
  expect((await seedTestSpace(space.url)).writes).toBe(0)

  const seed = createSeedWithFields('home-page', { filmTitle: 'Our film' })
  expect(await seedTestSpace(space.url, { seed })).toMatchObject({ writes: 1 })
  expect(await seedTestSpace(space.url, { seed })).toMatchObject({ writes: 0 })
  const after = await space.client.entry.get({ entryId: 'home-page' })
  expect(after.sys.publishedVersion).toBe(sys.publishedVersion)
  expect(after.fields.watchLabel).toEqual({ [LOCALE]: 'Not yet' })
})

test('what an editor unpublished or archived stays so, until --force', async () => {
  await using space = await createSeededSpace()
  const before = await readSpaceState(space.url)
  await space.client.entry.unpublish({ entryId: 'home-page' })
  await space.client.entry.unpublish({ entryId: String(first.sys.id) })
  await space.client.entry.archive({ entryId: String(first.sys.id) })
  await space.client.asset.unpublish({ assetId: 'posters-home' })
  expect(await planned(space)).toMatchObject({
    'entry home-page': { action: null, note: 'an editor has unpublished it' },
    [`entry ${first.sys.id}`]: { action: null, note: 'an editor has archived it' },
    'asset posters-home': { action: null, note: 'an editor has unpublished it' },
  })
  expect((await seedTestSpace(space.url)).writes).toBe(0)
  expect((await seedTestSpace(space.url, { overwrite: FORCE })).failures).toEqual([])
  expect(await readSpaceState(space.url)).toEqual(before)
})

test('what an editor took out of a list and deleted does not come back', async () => {
  await using space = await createSeededSpace()
  await publishField(space.client, 'home-page', 'facts', otherFacts)
  const params = { entryId: first.sys.id }
  await space.client.entry.unpublish(params)
  await space.client.entry.delete(params)
  expect(await planned(space)).toMatchObject({
    [`entry ${first.sys.id}`]: { action: null, note: expect.stringContaining('left out') },
    'entry home-page': { action: null, preserved: [{ field: 'facts' }] },
  })
  expect((await seedTestSpace(space.url)).writes).toBe(0)
  expect((await seedTestSpace(space.url, { overwrite: FORCE })).counts.entry).toMatchObject({ created: 1, updated: 1 })
})

test('another file under an editor’s own name stays; a title that was changed once more does too', async () => {
  await using space = await createSeededSpace()
  const { sys, fields } = await publishAsset(space, 'new-poster', await createPicture())
  const held = await space.client.asset.get({ assetId: 'posters-home' })
  const title = { [LOCALE]: 'Ours' }
  const upload = await space.client.upload.create({}, { file: new Uint8Array(await createPicture()).buffer })
  const uploadFrom = { sys: { type: 'Link', linkType: 'Upload', id: upload.sys.id } }
  const file = { [LOCALE]: { fileName: 'mine.jpg', contentType: 'image/jpeg', uploadFrom } }
  const changed = await space.client.asset.update(
    { assetId: held.sys.id },
    { ...held, fields: { ...held.fields, title, file } },
  )
  await space.client.asset.publish({ assetId: held.sys.id }, await space.client.asset.processForAllLocales({}, changed))

  const plan = await planned(space)
  expect(plan['asset posters-home']).toMatchObject({
    action: null,
    preserved: [{ field: 'title' }, { field: 'file', held: 'mine.jpg' }],
  })
  expect(plan[`asset ${sys.id}`]).toMatchObject({ action: null, note: 'only in the space, an editor’s' })
  expect(fields.title[LOCALE]).toBe('new-poster')
  expect((await seedTestSpace(space.url)).writes).toBe(0)
  expect((await seedTestSpace(space.url, { overwrite: FORCE })).counts.asset).toMatchObject({
    updated: 1,
    published: 1,
  })
})

test('--prune deletes what an earlier seeding brought and nothing else; what is linked or edited stays', async () => {
  await using space = await createSeededSpace()
  const [second, third] = otherFacts
  if (!second || !third) throw new Error('Home has three figures')
  await publishEntry(space, 'fact', 'own', { figure: '1', unit: null, text: 'An editor’s' })
  await publishField(space.client, String(second.sys.id), 'text', 'By an editor')
  const seed = {
    ...createSeedWithFields('home-page', { facts: [third.sys.id] }),
    entries: createSeedWithFields('home-page', { facts: [third.sys.id] }).entries.filter(
      ({ id }) => id !== first.sys.id && id !== second.sys.id,
    ),
  }
  expect(await planned(space, { seed })).toMatchObject({
    [`entry ${first.sys.id}`]: { action: null, note: expect.stringContaining('--prune') },
  })
  const { counts } = await seedTestSpace(space.url, { seed, overwrite: PRUNE })
  expect(counts.entry.deleted).toBe(1)
  const left = Object.keys(await readSpaceState(space.url))
  expect(left).toContain('entry own')
  expect(left).toContain(`entry ${second.sys.id}`)
  expect(left).not.toContain(`entry ${first.sys.id}`)
  expect((await seedTestSpace(space.url, { seed, overwrite: PRUNE })).writes).toBe(0)
})

test('--prune keeps what is linked from something that stays', async () => {
  await using space = await createSeededSpace()
  const [second] = otherFacts
  if (!second) throw new Error('Home has two figures')
  // An editor's own page links to one figure; the seed names neither of the two any more.
  await publishEntry(space, 'homePage', 'own-page', {
    ...Object.fromEntries(
      Object.entries((await space.client.entry.get({ entryId: 'home-page' })).fields)
        .filter(([name]) => name !== SEED_FINGERPRINTS_FIELD_ID)
        .map(([name, values]) => [name, values[LOCALE]]),
    ),
    facts: [first],
  })
  const kept = facts.filter(({ sys }) => sys.id !== first.sys.id && sys.id !== second.sys.id).map(({ sys }) => sys.id)
  const shorter = createSeedWithFields('home-page', { facts: kept })
  const seed = {
    ...shorter,
    entries: shorter.entries.filter(({ id }) => id !== first.sys.id && id !== second.sys.id),
  }
  expect((await seedTestSpace(space.url, { seed, overwrite: PRUNE })).counts.entry.deleted).toBe(1)
  const left = Object.keys(await readSpaceState(space.url))
  expect(left).toContain(`entry ${first.sys.id}`)
  expect(left).not.toContain(`entry ${second.sys.id}`)
})

test('a field whose type the space has otherwise is told before anything is written', async () => {
  await using space = await createSeededSpace()
  const { fact } = smallModel
  if (!fact?.fields.text) throw new Error('Facts have a text')
  const changed = {
    ...smallModel,
    fact: { ...fact, fields: { ...fact.fields, text: { ...fact.fields.text, type: 'Text' as const } } },
  }
  const before = await readSpaceState(space.url)
  const task = { model: changed, seed: createSeedWithFields('home-page', { watchLabel: 'See it' }) }
  await expect(seedTestSpace(space.url, task)).rejects.toThrow(
    /^content type fact: its field "text" is a Symbol in the space and a Text/,
  )
  expect(await readSpaceState(space.url)).toEqual(before)
})
