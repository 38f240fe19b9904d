import { expect, test } from 'vitest'
import { readByIds, splitIntoBatches } from './read-resources.ts'

const ids = (count: number, length: number) => Array.from({ length: count }, (_, n) => `${n}`.padStart(length, 'x'))

test.each([
  ['short ids: at most 100', ids(250, 4), [100, 100, 50]],
  ['ids of 37 characters: at most 45, which are 1,800 characters', ids(91, 37), [45, 45, 1]],
  ['none', [], []],
])('%s', (_, all, sizes) => {
  expect(splitIntoBatches(all).map((batch) => batch.length)).toEqual(sizes)
  expect(splitIntoBatches(all).flat()).toEqual(all)
})

test('asks for as many as it names, and answers with what is there', async () => {
  const queries: unknown[] = []
  const found = await readByIds(['a', 'b', 'c'], async (query) => {
    queries.push(query)
    return { items: [{ sys: { id: 'b' } }] }
  })
  expect(queries).toEqual([{ 'sys.id[in]': 'a,b,c', limit: 3 }])
  expect([...found.keys()]).toEqual(['b'])
})
