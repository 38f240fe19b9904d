import { expect, test } from 'vitest'
import { findTypeErrors, isSupportedType } from '#local/engine/field-values.ts'
import { RULE_NAMES } from '#local/engine/validation-schema.ts'
import { validateContentType } from '#local/management/content-type-body.ts'
import type { ValueType } from '#local/shared/content-type-definition.ts'
import { createLink } from '#local/shared/links.ts'
import { succeeds } from '#local/shared/succeeds.ts'

const [entry, asset] = [createLink('Entry', 'a'), createLink('Asset', 'a')]
const toEntry = { type: 'Link', linkType: 'Entry' }
const toAsset = { type: 'Link', linkType: 'Asset' }
const listOf = (items: ValueType) => ({ type: 'Array', items })
const TIMES = ['2024-02-29', '2024-05-06T07:08', '2024-05-06T07:08Z', '2024-05-06T07:08:09.1+02:00']
const at = (lat: number, lon: number) => ({ lat, lon })
const FILE_RULES = 'linkMimetypeGroup assetFileSize assetImageDimensions'
const long = (length: number) => 'x'.repeat(length)

test.each<[ValueType, rules: string, valid: unknown[], invalid: unknown[]]>([
  [{ type: 'Symbol' }, 'size in regexp prohibitRegexp unique', ['', long(256)], [5, long(257)]],
  [{ type: 'Text' }, 'size in regexp prohibitRegexp', ['', long(50_000)], [5, long(50_001)]],
  [{ type: 'Integer' }, 'range in unique', [0, -3], [1.5, '1', 2 ** 53]],
  [{ type: 'Number' }, 'range in unique', [0, -2.5], ['1', Number.NaN]],
  [{ type: 'Boolean' }, '', [true, false], ['true', 0]],
  [{ type: 'Date' }, 'dateRange unique', TIMES, ['2024-02-30', '2024-5-6', '07:08', 5]],
  [{ type: 'Object' }, 'size', [{}, []], ['{}', 5]],
  [
    { type: 'Location' },
    '',
    [at(90, 180), at(-90, -180)],
    [at(90.1, 0), at(-90.1, 0), at(0, 180.1), at(0, -180.1), {}],
  ],
  [
    { type: 'RichText' },
    'size enabledMarks enabledNodeTypes nodes',
    [{ nodeType: 'document', data: {}, content: [] }],
    ['', {}],
  ],
  [toEntry, 'linkContentType', [entry], [asset, 'a', [entry]]],
  [toAsset, FILE_RULES, [asset], [entry, createLink('Upload', 'a'), {}]],
  [listOf({ type: 'Symbol' }), 'size', [[], Array(1_000).fill('a')], ['a', [5], [long(257)], Array(1_001).fill('a')]],
  [listOf(toEntry), 'size', [[], [entry]], [entry, [asset]]],
  [listOf(toAsset), 'size', [[asset]], [asset, [entry]]],
])('%j has the rules: %s', (type, rules, valid, invalid) => {
  const accepts = (name: string) =>
    succeeds(() =>
      validateContentType({
        id: 'a',
        name: 'A',
        fields: [{ id: 'f', name: 'F', ...type, validations: [{ [name]: [] }] }],
      }),
    )
  expect(RULE_NAMES.filter(accepts).join(' ')).toBe(rules)
  expect([...valid, ...invalid].filter((value) => findTypeErrors(type, value, []).length === 0)).toEqual(valid)
  expect(isSupportedType(type)).toBe(true)
})

test('other types are not supported, and a text that is too long has one error', () => {
  const others = [
    { type: 'Link', linkType: 'Tag' },
    { type: 'Link' },
    { type: 'Array' },
    listOf({ type: 'Number' }),
    listOf({ type: 'Link' }),
  ]
  expect(others.filter(isSupportedType)).toEqual([])
  const error = { name: 'size', max: 256, path: [1], details: 'Size must be at most 256', value: long(257) }
  expect(findTypeErrors(listOf({ type: 'Symbol' }), ['a', long(257)], [])).toEqual([error])
})
