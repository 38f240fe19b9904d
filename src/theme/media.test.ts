import { expect, test } from 'vitest'
import { above, below, upTo } from './media.ts'

test('a breakpoint belongs to the narrow side, the gallery’s to the wide one', () => {
  expect(upTo('tablet')).toBe('@media (width <= 991px)')
  expect(above('menu')).toBe('@media (width > 900px)')
  expect(below('twoColumns')).toBe('@media (width < 480px)')
})
