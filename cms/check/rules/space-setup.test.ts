import { expect, test } from 'vitest'
import { formatIssueLines } from '#cms/check/test-content.ts'
import { model } from '#cms/model/model.ts'
import { checkSpaceSetup } from './space-setup.ts'

const types = new Map(Object.values(model).map(({ id, fields }) => [id, Object.keys(fields)]))

test('a space with the site’s language and all of the model is in order, whatever else it has', () => {
  expect(checkSpaceSetup(['de-DE', 'en-US'], new Map([...types, ['blogPost', []]]))).toEqual([])
})

test('the language, a content type and a field that are missing are named', () => {
  const less = new Map([...types].filter(([id]) => id !== 'redirect'))
  less.set('seo', ['title', 'description', 'shareImage'])
  expect(formatIssueLines(checkSpaceSetup(['de-DE'], less))).toEqual([
    'broken space: The space has no locale en-US, in which the site is written: add it under Settings, Locales',
    'broken space: The content type SEO has no field noIndex: a developer brings it there with npm run cms -- seed',
    'broken space: The space has no content type Redirect (redirect): a developer brings it there with npm run cms -- seed',
  ])
})
