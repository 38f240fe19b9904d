import { expect, test } from 'vitest'
import { findLinks, type LinkType } from '#local/links.ts'
import { getValuesAt } from './query-parameters.ts'
import { extractText } from './value-filter.ts'

test.each([
  [['a', 'b'], { a: { b: 0 } }, [0]],
  [['a'], { a: null }, []],
  [['a', 'b'], { a: 5 }, []],
  [['a', 'b'], { a: [{ b: 1 }, {}, { b: [2, 3] }] }, [1, 2, 3]],
  [['toString'], {}, []],
])('gets the values at %j', (path, value, expected) => {
  expect(getValuesAt(value, path)).toEqual(expected)
})

const createLink = (linkType: LinkType, id: string) => ({ sys: { type: 'Link', linkType, id } })

const createText = (value: string) => ({ nodeType: 'text', value, marks: [], data: {} })
const richText = {
  nodeType: 'document',
  content: [
    {
      nodeType: 'paragraph',
      content: [createText('One'), { nodeType: 'hyperlink', data: { uri: 'https://a' }, content: [createText('two')] }],
    },
    { nodeType: 'embedded-asset-block', data: { target: createLink('Asset', 'a') }, content: [] },
  ],
}

test('extracts the visible text of rich text', () => {
  expect(extractText(richText).split(/\s+/).filter(Boolean)).toEqual(['One', 'two'])
  expect(extractText(['red', 'blue'])).toBe('red blue')
  expect(extractText(5)).toBe('')
})

test('finds links in fields, lists and rich text', () => {
  const fields = { one: createLink('Entry', 'e'), many: [createLink('Asset', 'b')], richText, word: 'Link' }
  expect(findLinks(fields).map(({ sys }) => `${sys.linkType} ${sys.id}`)).toEqual(['Entry e', 'Asset b', 'Asset a'])
})
