import { expect, test } from 'vitest'
import { computeGridSizes } from './use-grid-sizes.ts'

test('photographs have the columns and the aspect ratio of the gallery page', () => {
  const columns = [479, 480, 991, 992].map((width) => computeGridSizes(400, width, 'photograph').columns)
  expect(columns).toEqual([2, 3, 3, 4])
  const { cellWidth, cellHeight, gap } = computeGridSizes(1_150, 1_440, 'photograph')
  expect(4 * cellWidth + 3 * gap).toBe(1_150)
  expect(cellWidth / cellHeight).toBeCloseTo(1.5)
})

test('logos have the columns of the services page', () => {
  const columns = [479, 480, 767, 768].map((width) => computeGridSizes(400, width, 'logo').columns)
  expect(columns).toEqual([2, 3, 3, 5])
})
