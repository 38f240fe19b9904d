import { expect, test } from 'vitest'
import { isUnchanged } from '#cms/sync/plan/plan.ts'
import type { TestSpace } from '#local-tests/start-space.ts'
import { createPicture, toLink } from '#local-tests/test-contentful.ts'
import { LOCALE } from '#shared/constants.ts'
import { publishField, replaceFile } from '#tests/setup/content.ts'
import {
  createSeedWithFields,
  planTestSpace,
  readSpaceState,
  seedTestSpace,
} from '#tests/setup/contentful/seed-test-space.ts'
import { smallSeed } from '#tests/setup/contentful/small-seed.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'
import { createErrorResponse, onRequests, startFaultProxy } from './fault-proxy.ts'

const factsOfSeed = smallSeed.entries.find(({ id }) => id === 'home-page')?.fields.facts
const facts = (Array.isArray(factsOfSeed) ? factsOfSeed : []).map((id) => toLink('Entry', String(id)))
const [first, ...otherFacts] = facts
if (!first) throw new Error('Home has figures')

const readField = async ({ client }: TestSpace, entryId: string, field: string) =>
  (await client.entry.get({ entryId })).fields[field]?.[LOCALE]

const planChanges = async ({ url }: TestSpace, options = {}) =>
  Object.fromEntries(
    (await planTestSpace(url, options)).items
      .filter((item) => !isUnchanged(item))
      .map((item) => [`${item.resourceType} ${item.id}`, item]),
  )

test('§11.8 §11.9 keeps an edited field, and publishes changes of the seed in other fields', async () => {
  await using space = await startSiteSpace('home')
  await publishField(space.client, 'home-page', 'watchLabel', 'Have a look')
  const seed = createSeedWithFields('home-page', { watchLabel: 'See it', filmTitle: 'Our film' })

  expect(await planChanges(space, { seed })).toMatchObject({
    'entry home-page': {
      action: 'update',
      changes: [{ field: 'filmTitle', desired: 'Our film' }],
      preserved: [{ field: 'watchLabel', actual: 'Have a look', desired: 'See it' }],
    },
  })
  const { counts } = await seedTestSpace(space.url, { seed })
  expect(counts).toMatchObject({ updated: 1, kept: 1 })
  expect(await readField(space, 'home-page', 'watchLabel')).toBe('Have a look')
  expect(await readField(space, 'home-page', 'filmTitle')).toBe('Our film')

  const repeated = await seedTestSpace(space.url, { seed })
  expect(repeated).toMatchObject({ writes: 0, counts: { kept: 1 } })
  // The earlier value of the seed does not count as an edit.
  await seedTestSpace(space.url, { seed: createSeedWithFields('home-page', { filmTitle: 'The film' }) })
  expect(await readField(space, 'home-page', 'filmTitle')).toBe('The film')
})

test('the next run publishes an entry that was only updated, also with an edited field', async () => {
  await using space = await startSiteSpace('home')
  await publishField(space.client, 'home-page', 'watchLabel', 'Have a look')
  const fault = createErrorResponse(422, 'No')
  await using proxy = await startFaultProxy(space.url, onRequests(/home-page\/published$/, fault))
  const seed = createSeedWithFields('home-page', { filmTitle: 'Our film' })
  expect((await seedTestSpace(proxy.url, { seed })).failures).toHaveLength(1)
  expect(await seedTestSpace(space.url, { seed })).toMatchObject({
    writes: 1,
    counts: { published: 1, kept: 1 },
  })
  expect(await seedTestSpace(space.url, { seed })).toMatchObject({ writes: 0 })
})

test('§11.9 --force overwrites edits', async () => {
  await using space = await startSiteSpace('home')
  const before = await readSpaceState(space.url)
  await publishField(space.client, 'home-page', 'watchLabel', 'Have a look')
  const { counts } = await seedTestSpace(space.url, { force: true })
  expect(counts).toMatchObject({ updated: 1, kept: 0 })
  expect(await readSpaceState(space.url)).toEqual(before)
})

test('keeps entries unpublished or archived, unless --force is set', async () => {
  await using space = await startSiteSpace('home')
  const before = await readSpaceState(space.url)
  await space.client.entry.unpublish({ entryId: 'home-page' })
  await space.client.entry.unpublish({ entryId: String(first.sys.id) })
  await space.client.entry.archive({ entryId: String(first.sys.id) })
  await space.client.asset.unpublish({ assetId: 'posters-home' })
  const kept = { action: null, withdrawal: undefined }
  expect(await planChanges(space)).toMatchObject({
    'entry home-page': { ...kept, note: 'an editor has unpublished it' },
    [`entry ${first.sys.id}`]: { ...kept, note: 'an editor has archived it' },
    'asset posters-home': { ...kept, note: 'an editor has unpublished it' },
  })
  expect((await seedTestSpace(space.url)).writes).toBe(0)
  expect(await planChanges(space, { force: true })).toMatchObject({
    'entry home-page': { action: 'publish', withdrawal: 'an editor has unpublished it' },
    [`entry ${first.sys.id}`]: { action: 'unarchive', withdrawal: 'an editor has archived it' },
    'asset posters-home': { action: 'publish', withdrawal: 'an editor has unpublished it' },
  })
  expect((await seedTestSpace(space.url, { force: true })).failures).toEqual([])
  expect(await readSpaceState(space.url)).toEqual(before)
})

test('does not restore an entry that an editor removed from a list and deleted', async () => {
  await using space = await startSiteSpace('home')
  await publishField(space.client, 'home-page', 'facts', otherFacts)
  const params = { entryId: first.sys.id }
  await space.client.entry.unpublish(params)
  await space.client.entry.delete(params)
  expect(await planChanges(space)).toMatchObject({
    [`entry ${first.sys.id}`]: { action: null, note: expect.stringContaining('skipped') },
    'entry home-page': { action: null, preserved: [{ field: 'facts' }] },
  })
  expect((await seedTestSpace(space.url)).writes).toBe(0)
  expect((await seedTestSpace(space.url, { force: true })).counts).toMatchObject({ created: 1, updated: 1 })
})

test('keeps a replaced file and an edited title of an asset', async () => {
  await using space = await startSiteSpace('home')
  await replaceFile(space, 'posters-home', await createPicture(), { fileName: 'mine.jpg', title: 'Edited title' })
  expect(await planChanges(space)).toMatchObject({
    'asset posters-home': { action: null, preserved: [{ field: 'title' }, { field: 'file', actual: 'mine.jpg' }] },
  })
  expect((await seedTestSpace(space.url)).writes).toBe(0)
  expect((await seedTestSpace(space.url, { force: true })).counts).toMatchObject({ updated: 1 })
})
