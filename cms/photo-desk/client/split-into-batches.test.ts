import { expect, test } from 'vitest'
import { splitIntoBatches } from './split-into-batches.ts'

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
