import { expect, test } from 'vitest'
import { getMountedIndexes } from './photo-strip.tsx'

const strip = { count: 1_000, width: 400 }

test('mounts the visible thumbnails and their neighbors', () => {
  const indexes = getMountedIndexes({ ...strip, centerIndex: 500, currentIndex: 500 })
  expect(indexes).toEqual(Array.from({ length: 23 }, (_, offset) => 489 + offset))
})

test('mounts no thumbnails before the first and after the last', () => {
  expect(getMountedIndexes({ ...strip, centerIndex: 0, currentIndex: 0 })).toEqual([...Array(12).keys()])
  expect(getMountedIndexes({ ...strip, centerIndex: 999, currentIndex: 999 }).at(-1)).toBe(999)
  expect(getMountedIndexes({ ...strip, count: 3, centerIndex: 2, currentIndex: 1 })).toEqual([0, 1, 2])
})

test('keeps the current thumbnail when another part is visible', () => {
  const before = getMountedIndexes({ ...strip, centerIndex: 500, currentIndex: 3 })
  expect(before.slice(0, 2)).toEqual([3, 489])
  expect(getMountedIndexes({ ...strip, centerIndex: 500, currentIndex: 900 }).slice(-2)).toEqual([511, 900])
})
