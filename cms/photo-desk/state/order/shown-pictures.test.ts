import { expect, test } from 'vitest'
import { groupPictures } from './shown-pictures.ts'

test('groups logos by kind, in the order of the first one of each; those without a kind have a title too', () => {
  const kinds: Readonly<Record<string, string>> = { a: 'Unions', b: '', c: 'Unions' }
  expect(groupPictures(['a', 'b', 'c'], (id) => kinds[id] ?? '')).toEqual([
    { title: 'Unions', ids: ['a', 'c'] },
    { title: 'Without a kind', ids: ['b'] },
  ])
  expect(groupPictures(['a', 'b'], undefined)).toEqual([{ ids: ['a', 'b'] }])
})
