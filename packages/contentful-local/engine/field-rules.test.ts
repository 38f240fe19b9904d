import { expect, test } from 'vitest'
import { createLink } from '#local/shared/links.ts'
import { createNode, createText } from '#local/tests/every-field-model.ts'
import { findRuleViolations } from './field-rules.ts'
import { parseValidations } from './validation-schema.ts'

const find = (validation: Record<string, unknown>, value: unknown) =>
  findRuleViolations(parseValidations([validation]), { value })

// The wording is that of the official validator (@contentful/rich-text-types, src/validator/errors.ts).
test.each([
  [{ size: { min: 2 } }, 'a', { name: 'size', min: 2, details: 'Size must be at least 2' }],
  [{ size: { min: 2, max: 4 } }, 'a', { name: 'size', value: 'a', details: 'Size must be at least 2 and at most 4' }],
  [{ size: { max: 1 } }, ['a', 'b'], { name: 'size', max: 1, value: ['a', 'b'] }],
  [{ range: { min: 1, max: 2 } }, 3, { name: 'range', details: 'Value must be at least 1 and at most 2' }],
  [{ dateRange: { max: '2024-05-01' } }, '2024-05-01T00:01', { name: 'dateRange', max: '2024-05-01' }],
  [{ in: ['a', 'b'] }, 'c', { name: 'in', expected: ['a', 'b'], details: 'Value must be one of expected values' }],
  [{ regexp: { pattern: '^a', flags: 'i' } }, 'ba', { name: 'regexp', details: 'Does not match /^a/i' }],
  [{ prohibitRegexp: { pattern: 'b', flags: null } }, 'ab', { name: 'prohibitRegexp', details: 'Matches /b/' }],
])('%j: %j breaks the rule', (validation, value, violation) => {
  expect(find(validation, value)).toEqual([expect.objectContaining(violation)])
})

test.each([
  [{ size: { min: 1, max: 1 } }, 'a'],
  [{ size: { min: null, max: 2 } }, 'ab'],
  [{ size: {} }, ''],
  [{ range: { min: 1, max: 2 } }, 2],
  [{ dateRange: { min: '2024-05-01', max: null } }, '2024-05-01'],
  [{ in: [1, 2.5] }, 2.5],
  [{ regexp: { pattern: '^A', flags: 'i' } }, 'ab'],
  [{ unique: true }, 'a'],
])('%j: %j is valid', (validation, value) => {
  expect(find(validation, value)).toEqual([])
})

test('rules about other content are ignored without that content', () => {
  const link = { sys: { type: 'Link', linkType: 'Asset', id: 'a' } }
  expect(find({ linkMimetypeGroup: ['image'], assetFileSize: { max: 1 } }, link)).toEqual([])
  expect(find({ linkContentType: ['page'] }, { sys: { ...link.sys, linkType: 'Entry' } })).toEqual([])
})

test('checks linked files and entries by the given content', () => {
  const content = {
    getContentType: () => 'photo',
    getFile: () => ({ contentType: 'image/png', details: { size: 20, image: { width: 5, height: 5 } } }),
    findEntriesWithValue: () => ['other'],
  }
  const rules = parseValidations([
    { linkMimetypeGroup: 'video', message: 'Link a film' },
    { assetFileSize: { max: 19 } },
    { assetImageDimensions: { height: { min: 6 } } },
    { linkMimetypeGroup: ['plaintext', 'image'] },
  ])
  const asset = { sys: { type: 'Link', linkType: 'Asset', id: 'a' } }
  const path = ['fields', 'a', 'en', 1]
  const report = (name: string, details: string, more: object) => ({ name, path, details, ...more })
  expect(
    findRuleViolations(rules, { value: asset, path, content }).map(({ value: _, ...violation }) => violation),
  ).toEqual([
    report('linkMimetypeGroup', 'The linked file is image/png', {
      mimetypeGroupName: ['video'],
      customMessage: 'Link a film',
    }),
    report('assetFileSize', "The linked file's size must be at most 19 bytes", { max: 19 }),
    report('assetImageDimensions', "The linked image's height must be at least 6 px", { height: { min: 6 } }),
  ])

  const lists = ['ordered-list', 'unordered-list'].map((type) => createNode(type, [createNode('list-item', [])]))
  const cells = ['table-cell', 'table-header-cell'].map((type) => createNode(type, []))
  const table = createNode('table', [createNode('table-row', cells)])
  const paragraph = createNode('paragraph', [createText('ab', 'bold', 'code'), createText('c')])
  const link = createNode('embedded-entry-block', [], createLink('Entry', 'b'))
  const enabledNodeTypes = ['ordered-list', 'unordered-list', 'table', 'embedded-entry-block']
  const block = [{ linkContentType: 'page' }, { linkContentType: ['photo'] }, { size: { min: 2 } }]
  const ofTexts = parseValidations([
    {
      enabledMarks: ['bold'],
      enabledNodeTypes,
      nodes: { 'embedded-entry-block': block, 'entry-hyperlink': [{ size: { max: 0 } }] },
    },
    { size: { min: 3, max: 3 }, unique: false },
    { size: { max: 2 }, unique: true, message: null },
  ])
  const value = createNode('document', [paragraph, ...lists, table, link, createNode('hr', [])])
  const at = (...steps: (string | number)[]) => ({ path: [...path, 'content', ...steps], value })
  expect(findRuleViolations(ofTexts, { value, type: 'RichText', path, content })).toEqual([
    report('enabledMarks', 'The mark "code" is not enabled', { ...at(0, 'content', 0), expected: ['bold'] }),
    report('enabledNodeTypes', 'The node type "hr" is not enabled', { ...at(5), expected: enabledNodeTypes }),
    report('nodes', 'The linked entry is of the content type photo', { ...at(4), contentTypeId: ['page'] }),
    report('nodes', 'The number of embedded-entry-block nodes must be at least 2', { value, min: 2 }),
    report('size', 'Size must be at most 2', { value, max: 2 }),
    report('unique', 'Same field value present in other entry', { value, conflicting: [createLink('Entry', 'other')] }),
  ])
})
