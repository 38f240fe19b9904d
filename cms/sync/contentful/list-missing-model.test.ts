import { expect, test } from 'vitest'
import { model } from '#cms/model/model.gen.ts'
import { listMissingModel } from './list-missing-model.ts'

const types = new Map(Object.values(model).map(({ id, fields }) => [id, Object.keys(fields)]))

test('accepts a space with the locale and the model, and with additional content types', () => {
  expect(listMissingModel(['de-DE', 'en-US'], new Map([...types, ['blogPost', []]]))).toEqual([])
})

test('lists a missing locale, content type and field', () => {
  const less = new Map([...types].filter(([id]) => id !== 'redirect'))
  less.set('seo', ['title', 'description', 'shareImage', 'focalPoint'])
  expect(listMissingModel(['de-DE'], less)).toEqual([
    'The space has no locale en-US, which the site requires: add it under Settings, Locales',
    'The content type SEO has no field noIndex: a developer adds it with npm run cms -- seed',
    'The space has no content type Redirect (redirect): a developer adds it with npm run cms -- seed',
  ])
})
