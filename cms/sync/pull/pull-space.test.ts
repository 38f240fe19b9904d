import { expect, test } from 'vitest'
import { model } from '#cms/model/model.ts'
import { assertSpaceMatchesModel } from './pull-space.ts'

const fields = Object.fromEntries(Object.entries(model).map(([id, type]) => [id, Object.keys(type.fields)]))
const factFields = Object.keys(model.fact.fields)

const fits = (types: Readonly<Record<string, readonly string[]>>, locales = ['en-US', 'de-DE']) =>
  assertSpaceMatchesModel({
    locales: async () => locales,
    contentTypes: async () => new Map(Object.entries(types)),
    entries: async () => [],
    assets: async () => [],
  })

test('a space with the site’s language and all of the model fits, whatever else it has', async () => {
  await expect(fits({ ...fields, blogPost: ['title'], fact: [...factFields, 'source'] })).resolves.toBeUndefined()
})

test('a space without the site’s language does not', async () => {
  await expect(fits(fields, ['de-DE', 'fr-FR'])).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      'The space has the locale de-DE, fr-FR, and not en-US, in which the site is written: add it under Settings, Locales',
    ],
  })
})

test('each content type and each field that is missing is named', async () => {
  const { seo: _, ...others } = fields
  const fact = factFields.filter((name) => name !== 'unit')
  await expect(fits({ ...others, fact })).rejects.toMatchObject({
    lines: [
      'The space has no content type seo; bring the model there first, with npm run cms -- seed',
      'The space has no field unit in the content type fact; bring the model there first, with npm run cms -- seed',
    ],
  })
})
