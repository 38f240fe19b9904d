import { expect, test, vi } from 'vitest'
import { createOrder, createValueFilter, sortBy } from './value-filter.ts'

test.each([
  ['walk', 'A Walking tour', true],
  ['tour walk', 'A Walking tour', true],
  ['alk', 'A Walking tour', false],
  ['übe', 'Drei Überquerungen', true],
  ['uber', 'Drei Überquerungen', true],
  ['café', 'Cafe\u0301 or cafe', true],
  ['walk-in', 'Walk straight into it', true],
  ['.*', 'A Walking tour', true],
  ['', 'anything', true],
])('match "%s" in "%s": %s', (words, text, expected) => {
  expect(createValueFilter('Text', 'match', words)(text)).toBe(expected)
  expect(createValueFilter('Symbols', 'match', words)(['first', text])).toBe(expected)
})

test.each([undefined, null, [], [null]])('%j is no value', (value) => {
  expect(createValueFilter('Symbols', 'exists', true)(value)).toBe(false)
  expect(createValueFilter('Symbols', 'exists', false)(value)).toBe(true)
  expect(createValueFilter('Symbols', 'eq', 'a')(value)).toBe(false)
  expect(createValueFilter('Symbols', 'ne', 'a')(value)).toBe(true)
  expect(createValueFilter('Symbols', 'all', ['a'])(value)).toBe(false)
  expect(createValueFilter('Number', 'gte', 0)(value)).toBe(false)
})

test('false, zero and the empty text are values', () => {
  for (const [kind, value] of [
    ['Boolean', false],
    ['Number', 0],
    ['Symbol', ''],
  ] as const) {
    expect(createValueFilter(kind, 'exists', true)(value)).toBe(true)
    expect(createValueFilter(kind, 'eq', value)(value)).toBe(true)
  }
})

test('compares values of one kind only', () => {
  expect(createValueFilter('Symbol', 'eq', '1')(1)).toBe(false)
  expect(createValueFilter('Integer', 'in', [1])('1')).toBe(false)
  expect(createValueFilter('Date', 'eq', '2024-05-01T08:00:00Z')('2024-05-01T10:00+02:00')).toBe(true)
  for (const zone of ['UTC', 'Asia/Tokyo']) {
    vi.stubEnv('TZ', zone) // of the machine
    expect(createValueFilter('Date', 'eq', '2024-05-01T08:00:00Z')('2024-05-01T08:00')).toBe(true)
  }
  vi.unstubAllEnvs()
  expect(createValueFilter('Date', 'lt', '2024-05-01')('not a date')).toBe(false)
  expect(createValueFilter('Date', 'lt', '2024-05-01')(5)).toBe(false)
})

test('sorts by several orders; items without a value come last in both directions', () => {
  const items = [{ rank: 2, id: 'a' }, { id: 'b' }, { rank: 10, id: 'c' }, { rank: 2, id: 'd' }]
  const getIds = (direction: 1 | -1) =>
    sortBy(items, [
      createOrder<(typeof items)[number]>('Integer', ({ rank }) => rank, direction),
      createOrder<(typeof items)[number]>('Symbol', ({ id }) => id, -1),
    ]).map(({ id }) => id)
  expect(getIds(1)).toEqual(['d', 'a', 'c', 'b'])
  expect(getIds(-1)).toEqual(['c', 'd', 'a', 'b'])
})
