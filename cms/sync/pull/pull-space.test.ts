import { expect, test } from 'vitest'
import { model } from '#cms/model/model.gen.ts'
import { assertSpaceMatchesModel } from './pull-space.ts'

const modelFields = Object.fromEntries(Object.entries(model).map(([id, type]) => [id, Object.keys(type.fields)]))
const factFields = Object.keys(model.fact.fields)

const check = (types: Readonly<Record<string, readonly string[]>>, locales = ['en-US', 'de-DE']) =>
  assertSpaceMatchesModel({
    locales: async () => locales,
    contentTypes: async () => new Map(Object.entries(types)),
    entries: async () => [],
    assets: async () => [],
    allAssets: async () => [],
  })

test('accepts a space with the locale of the site, the whole model and other types and fields', async () => {
  await expect(check({ ...modelFields, blogPost: ['title'], fact: [...factFields, 'source'] })).resolves.toBeUndefined()
})

test('rejects a space without the locale of the site', async () => {
  await expect(check(modelFields, ['de-DE', 'fr-FR'])).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      'The space has the locale de-DE, fr-FR, but not en-US, the locale of the site: add it under Settings, Locales',
    ],
  })
})

test('lists each missing content type and field', async () => {
  const { seo: _, ...others } = modelFields
  const fact = factFields.filter((name) => name !== 'unit')
  await expect(check({ ...others, fact })).rejects.toMatchObject({
    lines: [
      'The space has no content type seo; add the model first with npm run cms -- seed',
      'The space has no field unit in the content type fact; add the model first with npm run cms -- seed',
    ],
  })
})
