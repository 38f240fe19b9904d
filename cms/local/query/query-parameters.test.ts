import { expect, test } from 'vitest'
import { extractText } from '#cms/graphql/field-values.ts'
import { createLink, findLinks } from '#cms/links.ts'
import { getValuesAt } from './query-parameters.ts'

test.each([
  [['a', 'b'], { a: { b: 0 } }, [0]],
  [['a'], { a: null }, []],
  [['a', 'b'], { a: 5 }, []],
  [['a', 'b'], { a: [{ b: 1 }, {}, { b: [2, 3] }] }, [1, 2, 3]],
  [['toString'], {}, []],
])('at %j', (path, value, found) => {
  expect(getValuesAt(value, path)).toEqual(found)
})

const text = (value: string) => ({ nodeType: 'text', value, marks: [], data: {} })
const story = {
  nodeType: 'document',
  content: [
    {
      nodeType: 'paragraph',
      content: [text('One'), { nodeType: 'hyperlink', data: { uri: 'https://a' }, content: [text('two')] }],
    },
    { nodeType: 'embedded-asset-block', data: { target: createLink('Asset', 'a') }, content: [] },
  ],
}

test('the words of rich text are those that a reader sees', () => {
  expect(extractText(story).split(/\s+/).filter(Boolean)).toEqual(['One', 'two'])
  expect(extractText(['red', 'blue'])).toBe('red blue')
  expect(extractText(5)).toBe('')
})

test('links are found in fields, lists and rich text', () => {
  const fields = { one: createLink('Entry', 'e'), many: [createLink('Asset', 'b')], story, word: 'Link' }
  expect(findLinks(fields).map(({ sys }) => `${sys.linkType} ${sys.id}`)).toEqual(['Entry e', 'Asset b', 'Asset a'])
})
