import { expect, test } from 'vitest'
import { readByIds, splitIntoBatches } from './read-resources.ts'

const createIds = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => `${n}`.padStart(length, 'x'))

test.each([
  ['short ids into batches of 100', createIds(250, 4), [100, 100, 50]],
  ['ids of 37 characters into batches of 45, which are 1,800 characters', createIds(91, 37), [45, 45, 1]],
  ['no ids', [], []],
])('splits %s', (_, all, sizes) => {
  expect(splitIntoBatches(all).map((batch) => batch.length)).toEqual(sizes)
  expect(splitIntoBatches(all).flat()).toEqual(all)
})

test('requests all ids and returns the existing resources', async () => {
  const queries: unknown[] = []
  const resources = await readByIds(['a', 'b', 'c'], async (query) => {
    queries.push(query)
    return { items: [{ sys: { id: 'b' } }] }
  })
  expect(queries).toEqual([{ 'sys.id[in]': 'a,b,c', limit: 3 }])
  expect([...resources.keys()]).toEqual(['b'])
})
