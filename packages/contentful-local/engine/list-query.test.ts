import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseListQuery } from './list-query.ts'
import { createListSchema } from './list-schema.ts'
import { parseQueryParameters } from './query-parameters.ts'

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
  getPage(query, items).items.map(({ sys }) => sys.id)

test('sorts by the latest change and then by id without an order', () => {
  const items = [item('b', {}), item('c', {}, '2024-01-02T00:00:00.000Z'), item('a', {})]
  expect(getIds({}, items)).toEqual(['c', 'a', 'b'])
  expect(getPage({ skip: '1', limit: '1' }, items)).toMatchObject({
    total: 3,
    skip: 1,
    limit: 1,
    items: [{ sys: { id: 'a' } }],
  })
})

test('compares dates by their timestamp; a date without an offset is UTC', () => {
  const items = [item('zone', { day: '2024-05-01T10:00+02:00' }), item('utc', { day: '2024-05-01T08:00' })]
  expect(getIds({ 'fields.day': '2024-05-01T08:00:00.000Z' }, items)).toEqual(['utc', 'zone'])
  expect(getIds({ 'fields.day[lt]': '2024-05-01T08:00:01' }, items)).toEqual(['utc', 'zone'])
  expect(getIds({ 'fields.day[lt]': '2024-05-01T07:59:59' }, items)).toEqual([])
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

const itemsArbitrary = fc
  .uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', 'c') }),
      rank: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      words: fc.array(fc.constantFrom('red', 'blue', 'green'), { maxLength: 3 }),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  .map((all) => all.map(({ id, ...fields }) => item(id, fields)))

test('pages of any size contain each item once in the same order', () => {
  const orderArbitrary = fc.constantFrom('sys.id', '-sys.id', 'fields.rank', '-fields.rank', 'sys.updatedAt')
  fc.assert(
    fc.property(itemsArbitrary, orderArbitrary, fc.integer({ min: 1, max: 5 }), (all, order, limit) => {
      const pages = Array.from({ length: Math.ceil(all.length / limit) }, (_, page) =>
        getIds({ order, limit: `${limit}`, skip: `${page * limit}` }, all),
      )
      expect(pages.flat()).toEqual(getIds({ order }, all.toReversed()))
      expect(pages.flat().sort()).toEqual(all.map(({ sys }) => sys.id).sort())
    }),
  )
})

test.each([
  ['', '[ne]', 'red'],
  ['[in]', '[nin]', 'red,blue'],
])('each item matches either the operator "%s" or "%s"', (operator, opposite, words) => {
  fc.assert(
    fc.property(itemsArbitrary, (all) => {
      const matching = getIds({ [`fields.words${operator}`]: words }, all)
      const notMatching = getIds({ [`fields.words${opposite}`]: words }, all)
      expect([...matching, ...notMatching].sort()).toEqual(all.map(({ sys }) => sys.id).sort())
      expect(matching.sort()).toEqual(
        all
          .filter(({ fields }) => JSON.stringify(fields).match(words.replace(',', '|')))
          .map(({ sys }) => sys.id)
          .sort(),
      )
    }),
  )
})
