import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SizeCounter } from './field-controls.tsx'

const field = { id: 'point', name: 'Point', type: 'Symbol' }
const links = { ...field, type: 'Array', items: { type: 'Link', linkType: 'Entry' } }

test.for([
  [field, { max: 3 }, 'ab', '<p class="hint">2 of 3 characters</p>'],
  [field, { max: 3 }, 'abcd', '<p class="problem">4 of 3 characters</p>'],
  [field, { min: 1, max: 3 }, null, '<p class="hint">0 of 3 characters</p>'],
  [field, { min: 2, max: 9 }, 'abc', '<p class="hint">3 of 2 to 9 characters</p>'],
  [links, { min: 2 }, [{}], '<p class="hint">1 of at least 2 links</p>'],
  [{ ...links, items: { type: 'Symbol' } }, { max: 5 }, ['a'], '<p class="hint">1 of 5 lines</p>'],
  [field, { min: 1 }, 'abc', ''],
] as const)('counts a value against the size that its field allows: %j, %j, %j', ([type, size, value, html]) => {
  const counter = createElement(SizeCounter, { field: { ...type, validations: [{ size }] }, value })
  expect(renderToStaticMarkup(counter)).toBe(html)
})
