import { expect, test } from 'vitest'
import { readByIds } from './read-resources.ts'

test('requests all ids and returns the existing resources', async () => {
  const queries: unknown[] = []
  const resources = await readByIds(['a', 'b', 'c'], async (query) => {
    queries.push(query)
    return { items: [{ sys: { id: 'b' } }] }
  })
  expect(queries).toEqual([{ 'sys.id[in]': 'a,b,c', limit: 3 }])
  expect([...resources.keys()]).toEqual(['b'])
})
