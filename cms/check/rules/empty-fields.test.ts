import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#cms/check/test-content.ts'
import { createEmptyFieldRule } from './empty-fields.ts'

const fact = { figure: '250+', unit: undefined, text: 'Cross-country lines' }
const only = createEmptyFieldRule(() => [])

test('accepts empty optional fields', () => {
  expect(runRule(only, createTestContent({ entries: { fact: ['fact', fact] } }))).toEqual([])
})

test.each([undefined, null, '', ' \n '])('reports a required text that is %j', (text) => {
  expect(runRule(only, createTestContent({ entries: { fact: ['fact', { ...fact, text }] } }))).toEqual([
    'error fact.text: Text is empty: fill it in',
  ])
})

test('reports required links, lists and choices', () => {
  const content = createTestContent({
    entries: { item: ['navigationItem', { name: 'Home', route: '/' }], photo: ['galleryImage', { altText: '' }] },
  })
  expect(runRule(only, content)).toEqual([
    'error item.isEnabled: Enabled is empty: choose yes or no',
    // Its alt text is named among the alt texts.
    'error photo.photo: Photo is empty: choose a value',
  ])
})

test('reports fields with a value in another locale only', () => {
  const elsewhere = createEmptyFieldRule((id, field) => (id === 'fact' && field !== 'figure' ? ['de-DE'] : []))
  const content = createTestContent({ entries: { fact: ['fact', { figure: '250+' }] } })
  expect(runRule(elsewhere, content)).toEqual([
    'warning fact.unit: Unit is written in de-DE only: write it in en-US too',
    'error fact.text: Text is written in de-DE only: write it in en-US too',
  ])
})
