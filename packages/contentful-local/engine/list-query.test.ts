import { expect, test } from 'vitest'
import { getValuesAt } from '#local/shared/get-values-at.ts'
import { succeeds } from '#local/shared/succeeds.ts'
import { parseListQuery } from './list-query.ts'
import { createListSchema } from './list-schema.ts'
import { parseQueryParameters } from './query-parameters.ts'
import { RestError } from './rest-error.ts'
import type { ValueKind } from './value-filter.ts'

const schema = createListSchema({
  'sys.id': 'Symbol',
  'sys.updatedAt': 'Date',
  'fields.title': 'Symbol',
  'fields.rank': 'Integer',
  'fields.day': 'Date',
  'fields.words': 'Symbols',
})

const item = (id: string, fields: object, updatedAt = '2024-01-01T00:00:00.000Z') => ({
  sys: { id, updatedAt },
  fields,
})

const getPage = (query: object, items: readonly ReturnType<typeof item>[]) =>
  parseListQuery(parseQueryParameters(query), schema).getPage(items)

const getIds = (query: object, items: readonly ReturnType<typeof item>[]) =>
  getValuesAt(getPage(query, items).items, ['sys', 'id'])

test('sorts by the latest change and then by id without an order, and has 100 items without a limit', () => {
  const items = [item('b', {}), item('c', {}, '2024-01-02T00:00:00.000Z'), item('a', {})]
  expect(getIds({}, items)).toEqual(['c', 'a', 'b'])
  expect(getPage({ skip: '1', limit: '1' }, items)).toMatchObject({
    total: 3,
    skip: 1,
    limit: 1,
    items: [{ sys: { id: 'a' } }],
  })
  const many = Array.from({ length: 120 }, (_, index) => item(`${index}`, {}))
  expect(getPage({}, many)).toMatchObject({ total: 120, limit: 100, items: { length: 100 } })
})

test.each<[object, object]>([
  [{ 'sys.id': 'a' }, { ids: ['a'] }],
  [{ 'sys.id[in]': 'a,b' }, { ids: ['a', 'b'] }],
  [{ 'fields.title': 'x' }, { condition: { linkTypes: [''], field: 'title', values: ['x'] } }],
  [{ 'fields.rank[in]': '1,2' }, { condition: { linkTypes: [''], field: 'rank', values: [1, 2] } }],
])('the database can select by %o', (query, expected) => {
  expect(parseListQuery(parseQueryParameters(query), schema).filters).toMatchObject([expected])
})

test.each([{ 'sys.id[ne]': 'a' }, { 'fields.title[match]': 'x' }, { 'fields.day': '2024-05-01' }])(
  'every item is read for %o',
  (query) => {
    const [filter] = parseListQuery(parseQueryParameters(query), schema).filters
    expect({ ids: filter?.ids, condition: filter?.condition }).toEqual({ ids: undefined, condition: undefined })
  },
)

const parse = (query: object, kinds = schema) => parseListQuery(parseQueryParameters(query), kinds)

const TEXT = 'eq, ne, in, nin, exists, all, match'
const RANGE = 'eq, ne, in, nin, exists, lt, lte, gt, gte'

test.each<[ValueKind, string, operators: string, isSortable: boolean, isIndexed: boolean]>([
  ['Symbol', 'a', TEXT, true, true],
  ['Symbols', 'a', TEXT, false, true],
  ['Text', 'a', TEXT, false, false],
  ['RichText', '', 'exists, match', false, false],
  ['Integer', '1', RANGE, true, true],
  ['Number', '-2.5', RANGE, true, true],
  ['Boolean', 'false', 'eq, ne, in, nin, exists', true, true],
  ['Date', '2024-05-01', RANGE, true, false],
  ['Opaque', '', 'exists', false, false],
])('values of the kind %s can be compared with %j by: %s', (kind, value, operators, isSortable, isIndexed) => {
  const kinds = createListSchema({ 'fields.a': kind })
  const problem = `is not supported: "fields.a" has the operators ${operators}`
  const message = `The query parameter "fields.a[near]" ${problem}. Use a comparison of the locations in your code`
  expect(() => parse({ 'fields.a[near]': value }, kinds)).toThrow(new RestError('InvalidQuery', message))
  expect(succeeds(() => parse({ order: '-fields.a' }, kinds))).toBe(isSortable)
  if (operators.includes('eq'))
    expect('condition' in (parse({ 'fields.a': value }, kinds).filters[0] ?? {})).toBe(isIndexed)
})

const wrong = (type: string, path: string[], filter: string, text: string) => {
  const details = `${text} used on ${path.join('.')} is not a valid value for type ${type}.`
  return { name: 'value', path, type, filter, details }
}
const [rank, day, words] = [
  ['fields', 'rank'],
  ['fields', 'day'],
  ['fields', 'words'],
]
const unknown = { name: 'unknown', path: ['fields', 'no'], details: 'The path "fields.no" is not recognized' }

test.each<[string, string | string[], problem: string, error?: object | null]>([
  ['limit', '1001', 'must be a whole number from 0 to 1000, not "1001"', null],
  ['skip', '-1', 'must be a whole number from 0 to 9007199254740991, not "-1"', null],
  ['fields.rank', ' ', 'must be a Integer, not " "', wrong('Integer', rank, 'equals', ' ')],
  ['fields.rank[in]', '1,x', 'must be a Integer, not "x"', wrong('Integer', rank, 'in', 'x')],
  ['fields.day[gte]', 'soon', 'must be a Date, not "soon"', wrong('Date', day, 'gte', 'soon')],
  ['fields.day[exists]', 'yes', 'must be a Boolean, not "yes"', wrong('Boolean', day, 'exists', 'yes')],
  [
    'order',
    '-fields.words',
    'cannot be "fields.words": its values have no order',
    { name: 'order', path: words, type: 'Symbols' },
  ],
  ['order', 'sys.id,fields.no', 'cannot be "fields.no" here', unknown],
  ['sys.id', ['a', 'b'], 'was given more than once'],
  ['select', 'sys.id,sys.no', 'cannot be "sys.no"'],
  ['select', 'sys.createdBy.id', 'cannot be "sys.createdBy.id"'],
  ['select', 'sys.archivedBy', 'cannot be "sys.archivedBy"'],
  ['select', 'metadata.no', 'cannot be "metadata.no"'],
  ['select', 'fields.title.a', 'cannot be "fields.title.a"'],
])('the message and the details for %s=%j', (name, value, problem, error) => {
  const details = error === undefined ? undefined : { errors: [error].filter((each) => each !== null) }
  const message = `The query parameter "${name}" ${problem}`
  expect(() => parse({ [name]: value })).toThrow(expect.objectContaining({ id: 'InvalidQuery', message, details }))
})

test('limits are inclusive, orders are joined, and select copies the paths that Contentful has', () => {
  const pages = [{}, { limit: '0', skip: '7' }, { limit: '1000' }].map((query) => parse(query))
  expect(pages.map(({ limit, skip }) => `${limit} ${skip}`)).toEqual(['100 0', '0 7', '1000 0'])
  const items = [item('b', { rank: 1 }), item('c', { rank: 2 }), item('a', { rank: 1 })]
  expect(getIds({ 'order[0]': '-fields.rank', 'order[1]': 'sys.id' }, items)).toEqual(['c', 'a', 'b'])
  const link = { id: 'x', type: 'Link', linkType: 'User' }
  const links = ['space', 'environment', 'contentType', 'createdBy', 'updatedBy', 'publishedBy']
  const sys = Object.fromEntries(['id', 'locale', 'urn', 'other'].map((name) => [name, name]))
  const linked = Object.fromEntries(links.map((name) => [name, { sys: link, other: 1 }]))
  const metadata = { tags: [1], concepts: [2] }
  const whole = { sys: { ...sys, ...linked }, metadata, fields: { title: null, rank: 3 } }
  const pick = (select: string) => parse({ select }).select({ ...whole, name: 'e' })
  expect(pick('sys,fields.rank,fields, metadata')).toEqual(whole)
  expect(pick('fields.title,metadata.tags')).toEqual({ fields: { title: null }, metadata: { tags: [1] } })
  const { other: _, ...named } = sys
  expect(pick('sys.urn,metadata.concepts,sys.id,sys.locale')).toEqual({ sys: named, metadata: { concepts: [2] } })
  for (const name of links) {
    expect(pick(`sys.${name}`)).toEqual({ sys: { [name]: linked[name] } })
    for (const [end, picked] of [
      ['', link],
      ...Object.entries(link).map(([key, value]) => [`.${key}`, { [key]: value }]),
    ])
      expect(pick(`sys.${name}.sys${end}`)).toEqual({ sys: { [name]: { sys: picked } } })
  }
})
