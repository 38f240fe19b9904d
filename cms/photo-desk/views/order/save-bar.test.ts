import { expect, test } from 'vitest'
import type { OrderEdit } from '#cms/photo-desk/state/order/order-edits.ts'
import { describeOrder } from './save-bar.tsx'

const edit: OrderEdit = { base: ['a', 'b'], order: ['a', 'b'], past: [], isSaving: false }
const describe = (changes: Partial<OrderEdit>, isShown: boolean) =>
  describeOrder({ ...edit, ...changes }, (order) => order, isShown)

test('the bar says that an order is saved as a draft only if visitors do not see it', () => {
  expect(describe({}, true)).toBe('No unsaved changes.')
  expect(describe({ order: ['b', 'a'] }, true)).toBe('1 moved. Not saved.')
  expect(describe({}, false)).toContain('saved as a draft')
  expect(describe({ isSaving: true }, false)).toBe('Saving …')
})
