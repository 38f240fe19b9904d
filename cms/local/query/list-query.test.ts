import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseListQuery } from './list-query.ts'
import { createListSchema } from './list-schema.ts'
import { parseQueryParameters } from './query-parameters.ts'

const shape = createListSchema({
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

const ask = (query: object, items: readonly ReturnType<typeof item>[]) =>
  parseListQuery(parseQueryParameters(query), shape).getPage(items, (each) => each)

const idsOf = (query: object, items: readonly ReturnType<typeof item>[]) =>
  ask(query, items).items.map(({ sys }) => sys.id)

test('without an order the latest changed come first, and the id decides between equals', () => {
  const items = [item('b', {}), item('c', {}, '2024-01-02T00:00:00.000Z'), item('a', {})]
  expect(idsOf({}, items)).toEqual(['c', 'a', 'b'])
  expect(ask({ skip: '1', limit: '1' }, items)).toMatchObject({
    total: 3,
    skip: 1,
    limit: 1,
    items: [{ sys: { id: 'a' } }],
  })
})

test('what has no value comes last in both directions', () => {
  const items = [item('none', {}), item('two', { rank: 2 }), item('ten', { rank: 10 })]
  expect(idsOf({ order: 'fields.rank' }, items)).toEqual(['two', 'ten', 'none'])
  expect(idsOf({ order: '-fields.rank' }, items)).toEqual(['ten', 'two', 'none'])
})

test('dates are compared by their instant, whatever their zone; without one they are UTC', () => {
  const items = [item('zone', { day: '2024-05-01T10:00+02:00' }), item('utc', { day: '2024-05-01T08:00' })]
  expect(idsOf({ 'fields.day': '2024-05-01T08:00:00.000Z' }, items)).toEqual(['utc', 'zone'])
  expect(idsOf({ 'fields.day[lt]': '2024-05-01T08:00:01' }, items)).toEqual(['utc', 'zone'])
  expect(idsOf({ 'fields.day[lt]': '2024-05-01T07:59:59' }, items)).toEqual([])
})

test('ids asked for alone are told apart from everything else', () => {
  const onlyIds = (query: object) => parseListQuery(parseQueryParameters(query), shape).onlyIds
  expect(onlyIds({})).toBeNull()
  expect(onlyIds({ 'sys.id': 'a', limit: '5' })).toEqual(['a'])
  expect(onlyIds({ 'sys.id[in]': 'a,b' })).toEqual(['a', 'b'])
  expect(onlyIds({ 'sys.id[in]': 'a,b', order: 'sys.id' })).toEqual(['a', 'b'])
  expect(onlyIds({ 'sys.id[in]': 'a,b', order: '-sys.id' })).toBeUndefined()
  expect(onlyIds({ order: 'sys.id,fields.rank' })).toBeUndefined()
  expect(onlyIds({ 'sys.id[ne]': 'a' })).toBeUndefined()
  expect(onlyIds({ 'sys.id[in]': 'a,b', 'fields.title': 'x' })).toBeUndefined()
})

const items = fc
  .uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', 'c') }),
      rank: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      words: fc.array(fc.constantFrom('red', 'blue', 'green'), { maxLength: 3 }),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  .map((all) => all.map(({ id, ...fields }) => item(id, fields)))

test('pages of any size hold each item once, in one order', () => {
  const orders = fc.constantFrom('sys.id', '-sys.id', 'fields.rank', '-fields.rank', 'sys.updatedAt')
  fc.assert(
    fc.property(items, orders, fc.integer({ min: 1, max: 5 }), (all, order, limit) => {
      const pages = Array.from({ length: Math.ceil(all.length / limit) }, (_, page) =>
        idsOf({ order, limit: `${limit}`, skip: `${page * limit}` }, all),
      )
      expect(pages.flat()).toEqual(idsOf({ order }, all.toReversed()))
      expect(pages.flat().sort()).toEqual(all.map(({ sys }) => sys.id).sort())
    }),
  )
})

test.each([
  ['', '[ne]', 'red'],
  ['[in]', '[nin]', 'red,blue'],
])('of "%s" and "%s" each item fits one', (operator, opposite, words) => {
  fc.assert(
    fc.property(items, (all) => {
      const fitting = idsOf({ [`fields.words${operator}`]: words }, all)
      const others = idsOf({ [`fields.words${opposite}`]: words }, all)
      expect([...fitting, ...others].sort()).toEqual(all.map(({ sys }) => sys.id).sort())
      expect(fitting.sort()).toEqual(
        all
          .filter(({ fields }) => JSON.stringify(fields).match(words.replace(',', '|')))
          .map(({ sys }) => sys.id)
          .sort(),
      )
    }),
  )
})
