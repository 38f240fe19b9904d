import { expect, test } from 'vitest'
import { createGridLayout, findIndexAtPoint, findIndexByKey, groupPictures, locatePictures } from './grid-layout.ts'

const sizes = { columns: 3, cellWidth: 90, cellHeight: 60, gap: 10, titleHeight: 40 }
const layout = createGridLayout([{ ids: [...'abcdefgh'] }], sizes)
const logoLayout = createGridLayout(
  [
    { title: 'Unions', ids: [...'abcd'] },
    { title: 'Safety', ids: [...'ef'] },
  ],
  sizes,
)

test('places pictures in rows and columns', () => {
  expect(locatePictures(layout).get('f')).toEqual({ left: 200, top: 70, index: 5 })
  expect(layout.height).toBe(200)
})

test('places the pictures of a group below its heading', () => {
  expect(logoLayout.rows.map((row) => ('title' in row ? row.title : row.ids.join('')))).toEqual([
    'Unions',
    'abc',
    'd',
    'Safety',
    'ef',
  ])
  expect(locatePictures(logoLayout).get('e')).toEqual({ left: 0, top: 220, index: 4 })
})

test('finds the picture at a point, and the nearest one outside of all', () => {
  expect(findIndexAtPoint(layout, 150, 100)).toBe(4)
  expect(findIndexAtPoint(layout, -20, -20)).toBe(0)
  expect(findIndexAtPoint(layout, 290, 150)).toBe(7)
  expect(findIndexAtPoint(layout, 999, 999)).toBe(7)
  expect(findIndexAtPoint(logoLayout, 250, 120)).toBe(3)
})

test('keys lead to neighbors, and stay in the column between rows', () => {
  const find = (index: number, key: string) => findIndexByKey(layout, index, key, 2)
  expect(find(0, 'ArrowLeft')).toBe(0)
  expect(find(2, 'ArrowRight')).toBe(3)
  expect(find(1, 'ArrowDown')).toBe(4)
  expect(find(5, 'ArrowDown')).toBe(7)
  expect(find(4, 'ArrowUp')).toBe(1)
  expect(find(1, 'ArrowUp')).toBe(1)
  expect(find(1, 'PageDown')).toBe(7)
  expect(find(7, 'PageUp')).toBe(1)
  expect(find(4, 'Home')).toBe(0)
  expect(find(4, 'End')).toBe(7)
  expect(find(4, 'x')).toBeUndefined()
})

test('groups pictures in the order of the first one of each group', () => {
  const kinds: Readonly<Record<string, string>> = { a: 'Unions', b: 'Safety', c: 'Unions' }
  expect(groupPictures(['a', 'b', 'c'], (id) => kinds[id] ?? '')).toEqual([
    { title: 'Unions', ids: ['a', 'c'] },
    { title: 'Safety', ids: ['b'] },
  ])
  expect(groupPictures(['a', 'b'], undefined)).toEqual([{ ids: ['a', 'b'] }])
})
