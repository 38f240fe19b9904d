import { expect, test } from 'vitest'
import { revertChanges } from './fill-cells.ts'

test('returns the present values of the cells that changes overwrite', () => {
  const row = { id: 'row', name: 'Crew.JPG', fileNames: ['Crew.JPG'], state: 'published' } as const
  const changes = [
    { rowId: 'row', field: 'altText', value: 'New' },
    { rowId: 'row', field: 'caption', value: 'New' },
  ]
  expect(revertChanges([{ ...row, values: { altText: 'Old' } }], changes)).toEqual([
    { rowId: 'row', field: 'altText', value: 'Old' },
    { rowId: 'row', field: 'caption', value: null },
  ])
})
