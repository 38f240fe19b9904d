import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#cms/check/test-content.ts'
import { createEmptyFieldRule } from './empty-fields.ts'

const fact = { figure: '250+', unit: undefined, text: 'Cross-country lines' }
const only = createEmptyFieldRule(() => [])

test('what may be empty may be empty', () => {
  expect(runRule(only, createTestContent({ entries: { fact: ['fact', fact] } }))).toEqual([])
})

test.each([undefined, null, '', ' \n '])('a text that is needed, and is %j', (text) => {
  expect(runRule(only, createTestContent({ entries: { fact: ['fact', { ...fact, text }] } }))).toEqual([
    'broken fact.text: Text is empty: write what belongs there',
  ])
})

test('a link, a list and a choice that are needed', () => {
  const content = createTestContent({
    entries: { item: ['navigationItem', { name: 'Home', route: '/' }], photo: ['galleryImage', { altText: '' }] },
  })
  expect(runRule(only, content)).toEqual([
    'broken item.isEnabled: Is enabled is empty: choose yes or no',
    // Its alt text is named among the alt texts.
    'broken photo.photo: Photo is empty: choose what belongs there',
  ])
})

test('what is written in another language only is named with that language', () => {
  const elsewhere = createEmptyFieldRule((id, field) => (id === 'fact' && field !== 'figure' ? ['de-DE'] : []))
  const content = createTestContent({ entries: { fact: ['fact', { figure: '250+' }] } })
  expect(runRule(elsewhere, content)).toEqual([
    'should fact.unit: Unit is written in de-DE only: write it in en-US too',
    'broken fact.text: Text is written in de-DE only: write it in en-US too',
  ])
})
