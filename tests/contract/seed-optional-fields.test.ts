import { expect, test } from 'vitest'
import { type ContentType, lineField, optionalField } from '#cms/model/field-definitions.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { isUnchanged } from '#cms/sync/plan/plan.ts'
import { startSpace } from '#local-tests/start-space.ts'
import { planTestSpace, seedTestSpace } from '#tests/setup/contentful/seed-test-space.ts'
import { smallModel, smallSeed } from '#tests/setup/contentful/small-seed.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

const TYPE = 'fact'

/** The model with an additional optional field in one content type. */
const extendedModel: typeof smallModel = Object.fromEntries(
  Object.entries(smallModel).map(([id, type]) => [id, id === TYPE ? addOptionalField(type) : type]),
)

function addOptionalField(type: ContentType): ContentType {
  return { ...type, fields: { ...type.fields, source: optionalField(lineField({ help: 'Where it is from.' })) } }
}

/** The small seed without the fields that are null. */
const sparseSeed: Seed = {
  ...smallSeed,
  entries: smallSeed.entries.map((entry) => ({
    ...entry,
    fields: Object.fromEntries(Object.entries(entry.fields).filter(([, value]) => value !== null)),
  })),
}

const listDrift = async (url: string, options: Parameters<typeof planTestSpace>[1]) =>
  (await planTestSpace(url, options)).items
    .filter((item) => !isUnchanged(item))
    .map(({ resourceType, id, action }) => `${action} ${resourceType} ${id}`)

test('an omitted field is equal to null', async () => {
  expect(sparseSeed).not.toEqual(smallSeed)
  await using space = await startSpace()
  expect(await seedTestSpace(space.url, { seed: sparseSeed })).toMatchObject({ failures: [] })
  expect(await listDrift(space.url, { seed: sparseSeed })).toEqual([])
  expect(await listDrift(space.url, { seed: smallSeed })).toEqual([])
})

test('a new optional field changes its content type, but no entries', async () => {
  await using space = await startSiteSpace('home')
  const changes = [`update content type ${TYPE}`, `update editor interface ${TYPE}`]
  expect(await listDrift(space.url, { model: extendedModel })).toEqual(changes)
  expect(await seedTestSpace(space.url, { model: extendedModel })).toMatchObject({ failures: [] })
  expect(await listDrift(space.url, { model: extendedModel })).toEqual([])
})
