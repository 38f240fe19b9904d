import { expect, test } from 'vitest'
import { type ContentType, lineField, optionalField } from '#cms/model/field-definitions.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { hasDrift } from '#cms/sync/apply/seed-space.ts'
import { createEmptySpace, planTestSpace, seedTestSpace } from './seeded-space.ts'
import { smallModel, smallSeed } from './small-seed.ts'
import { createManagementClient } from './test-contentful.ts'

const TYPE = 'fact'

/** The model after somebody has added an optional field to a content type. */
const grownModel: typeof smallModel = Object.fromEntries(
  Object.entries(smallModel).map(([id, type]) => [id, id === TYPE ? withField(type) : type]),
)

function withField(type: ContentType): ContentType {
  return { ...type, fields: { ...type.fields, source: optionalField(lineField({ help: 'Where it is from.' })) } }
}

/** The small seed without any field that is null. */
const sparseSeed: Seed = {
  ...smallSeed,
  entries: smallSeed.entries.map((entry) => ({
    ...entry,
    fields: Object.fromEntries(Object.entries(entry.fields).filter(([, value]) => value !== null)),
  })),
}

const drift = async (url: string, task: Parameters<typeof planTestSpace>[1]) =>
  (await planTestSpace(url, task)).items
    .filter(hasDrift)
    .map(({ resourceType, id, action }) => `${action} ${resourceType} ${id}`)

test('a field that is left out is the same as null', async () => {
  expect(sparseSeed).not.toEqual(smallSeed)
  await using space = await createEmptySpace()
  expect(await seedTestSpace(space.url, { seed: sparseSeed })).toMatchObject({ failures: [] })
  expect(await drift(space.url, { seed: sparseSeed })).toEqual([])
  expect(await drift(space.url, { seed: smallSeed })).toEqual([])
})

test('a new optional field changes its content type, and no entry', async () => {
  await using space = await createEmptySpace()
  await seedTestSpace(space.url)
  const changes = [`update content type ${TYPE}`, `update editor interface ${TYPE}`]
  expect(await drift(space.url, { model: grownModel })).toEqual(changes)
  expect(await seedTestSpace(space.url, { model: grownModel })).toMatchObject({ failures: [] })
  expect(await drift(space.url, { model: grownModel })).toEqual([])
})

test('a field that is taken out of the seed is emptied in the space', async () => {
  await using space = await createEmptySpace()
  await seedTestSpace(space.url)
  const entries = smallSeed.entries.map((entry) => {
    const { unit, ...others } = entry.fields
    return entry.type === TYPE ? { ...entry, fields: others } : entry
  })
  const [entryId = ''] = smallSeed.entries.flatMap(({ id, fields }) => (fields.unit ? [id] : []))
  const unit = async () => (await createManagementClient(space.url).entry.get({ entryId })).fields.unit
  expect(await unit()).toBeDefined()
  expect(await seedTestSpace(space.url, { seed: { ...smallSeed, entries } })).toMatchObject({ failures: [] })
  expect(await unit()).toBeUndefined()
  expect(await drift(space.url, { seed: { ...smallSeed, entries } })).toEqual([])
})
