import { expect, test } from 'vitest'
import { describeField } from './field-controls.tsx'

const field = { id: 'point', name: 'Point', type: 'Symbol', required: false }
const pattern = { regexp: { pattern: '^x$', flags: null }, message: 'The letter x' }

test('describes a field by its help text, then its limits as a sentence', () => {
  const file = {
    ...field,
    type: 'Link',
    validations: [{ size: { min: 2, max: 9 } }, { assetFileSize: { max: 20_000_000 } }],
  }
  expect(describeField(file, 'About 2 MB is best.')).toBe('About 2 MB is best. 2 to 9 characters, at most 20 MB.')
  expect(describeField(field, undefined)).toBe('')
})

test('says what a pattern demands only where no help text does', () => {
  expect(describeField({ ...field, validations: [pattern] }, 'The letter x. Empty: none.')).toBe(
    'The letter x. Empty: none.',
  )
  expect(describeField({ ...field, validations: [pattern] }, null)).toBe('The letter x.')
})
