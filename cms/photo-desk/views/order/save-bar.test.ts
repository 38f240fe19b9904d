import { expect, test } from 'vitest'
import type { OrderEdit } from '#cms/photo-desk/state/order/order-edits.ts'
import { describeOrder } from './save-bar.tsx'

const edit: OrderEdit = { base: ['a', 'b'], order: ['a', 'b'], past: [], isSaving: false }
const describe = (changes: Partial<OrderEdit>, isPublished = false) =>
  describeOrder({ ...edit, ...changes }, (order) => order, isPublished)

test('the bar says that an order is saved only if this editor has saved it and visitors do not see it', () => {
  expect(describe({})).toBe('No unsaved changes.') // after Undo of a move that was never saved
  expect(describe({ order: ['b', 'a'] })).toBe('1 moved. Not saved.')
  expect(describe({ saved: ['a', 'b'] })).toContain('saved as a draft')
  expect(describe({ saved: ['b', 'a'] })).toBe('No unsaved changes.')
  expect(describe({ saved: ['a', 'b'] }, true)).toBe('No unsaved changes.')
})
