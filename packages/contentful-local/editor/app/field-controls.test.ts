import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { describeField, SizeCounter } from './field-controls.tsx'

const field = { id: 'point', name: 'Point', type: 'Symbol', required: false }
const pattern = { regexp: { pattern: '^x$', flags: '' }, message: 'The letter x' }

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

const text = { ...field, validations: [{ size: { max: 70 } }] }

test('counts characters only near their limit', () => {
  const count = (number: number) => renderToStaticMarkup(createElement(SizeCounter, { field: text, count: number }))
  expect(count(55)).toBe('')
  expect(count(56)).toBe('<span class="hint">56 of 70 characters</span>')
  expect(count(71)).toBe('<span class="problem">71 of 70 characters</span>')
})
