import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SeedSpaceOptions } from '#cms/sync/apply/seed-space.ts'
import { formatPlan } from '#cms/sync/plan/format-plan.ts'
import { isUnchanged, type PlannedResource } from '#cms/sync/plan/plan.ts'
import { GERMAN_LOCALE } from '#local-tests/complete-space.ts'
import type { TestSpace } from '#local-tests/start-space.ts'
import {
  createAsset,
  createDraftEntry,
  createPicture,
  publishAsset,
  publishContentType,
  publishEntry,
  toLink,
} from '#local-tests/test-contentful.ts'
import { publishField } from '#tests/setup/content.ts'
import {
  createSeedWithFields,
  planTestSpace,
  readSpaceState,
  seedTestSpace,
} from '#tests/setup/contentful/seed-test-space.ts'
import { smallSeed } from '#tests/setup/contentful/small-seed.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

const FACT = { figure: '5', text: 'new ones' }
const facts = smallSeed.entries.filter(({ type }) => type === 'fact')

/** The small seed before one of its figures and one of its files were removed. */
function createEarlierSeed() {
  const [fact, asset] = [facts[0], smallSeed.assets[0]]
  if (!fact || !asset) throw new Error('The seed has figures and files')
  return {
    assets: [...smallSeed.assets, { ...asset, id: 'earlier-file', title: 'Earlier' }],
    entries: [...smallSeed.entries, { ...fact, id: 'earlier-fact' }],
  }
}

let space: TestSpace

beforeAll(async () => {
  space = await startSiteSpace('home')
  await seedTestSpace(space.url, { seed: createEarlierSeed() })
  await publishEntry(space, 'fact', 'own-fact', FACT)
  await createDraftEntry(space, 'fact', 'own-draft', FACT)
  await publishAsset(space, 'own-picture')
  await createAsset(space, 'own-draft-picture', await createPicture())
  await publishContentType(space, { id: 'own', fields: [{ id: 'title', type: 'Symbol' }] })
  await publishEntry(space, 'own', 'own-entry', { title: 'Of another tool' })
  await space.client.locale.create({}, GERMAN_LOCALE)
})

afterAll(() => space[Symbol.asyncDispose]())

const plan = async (options: Partial<SeedSpaceOptions> = {}) => (await planTestSpace(space.url, options)).items

/** Names what only the space has, with who created it. */
const listOrphans = (items: readonly PlannedResource[]) =>
  items
    .filter(({ orphanOf }) => orphanOf)
    .map(({ resourceType, id, orphanOf }) => `${resourceType} ${id} of ${orphanOf}`)
    .toSorted()

const ORPHANS = [
  'asset earlier-file of seed',
  'asset own-draft-picture of editor',
  'asset own-picture of editor',
  'entry earlier-fact of seed',
  'entry own-draft of editor',
  'entry own-fact of editor',
]

test('§11.8 plan names the entries and assets that only the space has, and says who created them', async () => {
  const items = await plan()
  expect(listOrphans(items)).toEqual(ORPHANS)
  expect(items.filter((item) => !item.orphanOf && !isUnchanged(item))).toEqual([])
  const text = formatPlan(items)
  const lines = text.split('\n')
  expect(text).toContain('= 2 of the type entry: only in the space, created by an editor\n    own-draft, own-fact\n')
  expect(lines).toContain(
    '= asset earlier-file: only in the space, from an earlier seed: unpublish and delete it in Contentful',
  )
  expect(lines.at(-1)).toMatch(/^6 only in the space, [\d,]+ unchanged\.$/)
})

test('§11.9 a seed run, also with --force, keeps what only the space has as it is', async () => {
  const before = await readSpaceState(space.url)
  for (const force of [false, true])
    expect(await seedTestSpace(space.url, { force })).toMatchObject({ writes: 0, counts: { kept: 0, failed: 0 } })
  expect(await readSpaceState(space.url)).toEqual(before)
})

test('plan names what seed runs wrote of content types that the model no longer has, but not what editors did', async () => {
  const removed = [
    ...smallSeed.entries.map(({ id }) => `entry ${id}`),
    ...smallSeed.assets.map(({ id }) => `asset ${id}`),
  ]
  const items = await plan({ seed: { assets: [], entries: [] }, model: {} })
  expect(listOrphans(items)).toEqual(
    [...removed.map((key) => `${key} of seed`), ...ORPHANS.filter((line) => !/^entry own/.test(line))].toSorted(),
  )
  expect(items).toHaveLength(removed.length + 4)
})

test('a link to what only the space has is an edit if it is published, and none if it is a draft', async () => {
  const fewer = facts.slice(0, 2).map(({ id }) => id)
  const seed = createSeedWithFields('home-page', { facts: fewer })
  await seedTestSpace(space.url, { seed })
  const edit = async (factId: string) => {
    const links = [...fewer, factId].map((id) => toLink('Entry', id))
    await publishField(space.client, 'home-page', 'facts', links)
    return (await plan({ seed })).flatMap(({ preserved }) => preserved.map(({ field }) => field))
  }
  expect(await edit('own-draft')).toEqual([])
  expect(await edit('own-fact')).toEqual(['facts'])
})
