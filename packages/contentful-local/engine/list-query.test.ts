import { expect, test } from 'vitest'
import { getValuesAt } from '#local/shared/get-values-at.ts'
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
