import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#tests/setup/contentful/checked-content.ts'
import { checkEmptyFields } from './empty-fields.ts'

const fact = { figure: '250+', unit: undefined, text: 'Cross-country lines' }

test('accepts empty optional fields', () => {
  expect(runRule(checkEmptyFields, createTestContent({ entries: { fact: ['fact', fact] } }))).toEqual([])
})

test.each([undefined, null, '', ' \n '])('reports a required text that is %j', (text) => {
  expect(runRule(checkEmptyFields, createTestContent({ entries: { fact: ['fact', { ...fact, text }] } }))).toEqual([
    'error fact.text: Text is empty: fill it in',
  ])
})

test('reports required links, lists and choices', () => {
  const content = createTestContent({
    entries: { item: ['navigationItem', { name: 'Home', route: '/' }], photo: ['galleryImage', { altText: '' }] },
  })
  expect(runRule(checkEmptyFields, content)).toEqual([
    'error item.isEnabled: Enabled is empty: choose yes or no',
    // Its alt text is named among the alt texts.
    'error photo.photo: Photo is empty: choose a value',
  ])
})
