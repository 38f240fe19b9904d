import { expect, test } from 'vitest'
import { aboveWidth, belowWidth, upToWidth } from './media-queries.ts'

test('a breakpoint belongs to the narrow side, the gallery’s to the wide one', () => {
  expect(upToWidth('tablet')).toBe('@media (width <= 991px)')
  expect(aboveWidth('menu')).toBe('@media (width > 900px)')
  expect(belowWidth('twoColumns')).toBe('@media (width < 480px)')
})
