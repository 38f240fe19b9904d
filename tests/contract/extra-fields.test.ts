import { expect, test } from 'vitest'
import { isUnchanged } from '#cms/sync/plan/plan.ts'
import { LOCALE } from '#shared/constants.ts'
import { addField, publishField } from '#tests/setup/content.ts'
import {
  createSeedWithFields,
  planTestSpace,
  readSpaceState,
  seedTestSpace,
} from '#tests/setup/contentful/seed-test-space.ts'
import { smallModel, smallSeed } from '#tests/setup/contentful/small-seed.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

const [factOfSeed] = smallSeed.entries.filter(({ type }) => type === 'fact')
const { fact } = smallModel
if (!factOfSeed || !fact) throw new Error('The model and the seed have facts')

test('plan names an optional field that only the space has, and a seeding keeps it and its values', async () => {
  await using space = await startSiteSpace('home')
  await addField(space, 'fact', {})
  await publishField(space.client, 'fact-miles', 'own', 'Annual report')
  const { items } = await planTestSpace(space.url)
  expect(items.filter((item) => !isUnchanged(item))).toMatchObject([
    { resourceType: 'content type', id: 'fact', action: null, extraFields: [{ id: 'own', required: false }] },
  ])
  const seed = createSeedWithFields('fact-miles', { text: 'kilometres' })
  expect(await seedTestSpace(space.url, { seed })).toMatchObject({ failures: [], counts: { kept: 1 } })
  expect((await space.client.entry.get({ entryId: 'fact-miles' })).fields).toMatchObject({
    text: { [LOCALE]: 'kilometres' },
    own: { [LOCALE]: 'Annual report' },
  })
})

test('a content type with an extra field is updated and published too, and that field keeps its control', async () => {
  await using space = await startSiteSpace('home')
  await addField(space, 'fact', {})
  const { text } = fact.fields
  const params = { contentTypeId: 'fact' }
  const control = { fieldId: 'own', widgetNamespace: 'builtin', widgetId: 'urlEditor' }
  const { controls = [], ...editorInterface } = await space.client.editorInterface.get(params)
  await space.client.editorInterface.update(params, {
    ...editorInterface,
    controls: [...controls.filter(({ fieldId }) => fieldId !== 'own'), control],
  })
  const changed = {
    description: 'Another description',
    fields: { ...fact.fields, ...(text && { text: { ...text, help: 'Another help text.' } }) },
  }
  const model = { ...smallModel, fact: { ...fact, ...changed } }
  expect((await seedTestSpace(space.url, { model })).counts).toMatchObject({ updated: 2, kept: 1 })
  expect((await space.client.editorInterface.get(params)).controls).toContainEqual(control)
  const { sys } = await space.client.contentType.get(params)
  expect(sys.publishedVersion).toBe(sys.version - 1)
})

test('a seeding stops before the first write at a required field that only the space has', async () => {
  await using space = await startSiteSpace('home')
  await addField(space, 'fact', { required: true })
  const before = await readSpaceState(space.url)
  const seed = createSeedWithFields('fact-miles', { text: 'kilometres' })
  await expect(seedTestSpace(space.url, { seed })).rejects.toThrow(
    /^content type fact: its field "own" is required in the space, .+ npm run cms -- migrate/,
  )
  expect(await readSpaceState(space.url)).toEqual(before)
})

test('without the field of another branch it is optional; that branch finds what was edited, and can seed it again', async () => {
  await using space = await startSiteSpace('home')
  const { figure, ...fields } = fact.fields
  const isRequired = async () =>
    (await space.client.contentType.get({ contentTypeId: 'fact' })).fields.find(({ id }) => id === 'figure')?.required
  const readFigure = async (entryId: string) => (await space.client.entry.get({ entryId })).fields.figure?.[LOCALE]
  await publishField(space.client, 'fact-miles', 'figure', '1,000')
  const before = await readFigure('fact-experience')

  const seed = createSeedWithFields('fact-experience', { text: 'years of experience' })
  const entries = [...seed.entries, { ...factOfSeed, id: 'fact-new' }]
  const withoutField = {
    model: { ...smallModel, fact: { ...fact, fields } },
    seed: { ...seed, entries },
    releaseExtraFields: true,
  }
  expect((await seedTestSpace(space.url, withoutField)).failures).toEqual([])
  expect([await isRequired(), await readFigure('fact-experience'), await readFigure('fact-new')]).toEqual([
    false,
    before,
    undefined,
  ])
  expect((await seedTestSpace(space.url, withoutField)).writes).toBe(0)

  const changedSeed = createSeedWithFields('fact-experience', { figure: '201' })
  await seedTestSpace(space.url, { seed: changedSeed, releaseExtraFields: true })
  expect([figure?.required, await isRequired()]).toEqual([true, true])
  expect([await readFigure('fact-miles'), await readFigure('fact-experience')]).toEqual(['1,000', '201'])
})
