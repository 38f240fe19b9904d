import { expect, test } from 'vitest'
import { extractText } from '#local/shared/extract-text.ts'
import { getValuesAt } from '#local/shared/get-values-at.ts'

test.each([
  [['a', 'b'], { a: { b: 0 } }, [0]],
  [['a'], { a: null }, []],
  [['a', 'b'], { a: 5 }, []],
  [['a', 'b'], { a: [{ b: 1 }, {}, { b: [2, 3] }] }, [1, 2, 3]],
  [['toString'], {}, []],
])('gets the values at %j', (path, value, expected) => {
  expect(getValuesAt(value, path)).toEqual(expected)
})

const createText = (value: string) => ({ nodeType: 'text', value, marks: [], data: {} })
const richText = {
  nodeType: 'document',
  content: [
    {
      nodeType: 'paragraph',
      content: [createText('One'), { nodeType: 'hyperlink', data: { uri: 'https://a' }, content: [createText('two')] }],
    },
    { nodeType: 'embedded-asset-block', data: {}, content: [] },
  ],
}

test('extracts the visible text of rich text', () => {
  expect(extractText(richText).split(/\s+/).filter(Boolean)).toEqual(['One', 'two'])
  expect(extractText(['red', 'blue'])).toBe('red blue')
  expect(extractText(5)).toBe('')
})
