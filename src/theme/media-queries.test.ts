import { expect, test } from 'vitest'
import { aboveWidth, belowWidth, upToWidth } from './media-queries.ts'

test('includes a breakpoint in the narrow range, and a gallery breakpoint in the wide range', () => {
  expect(upToWidth('tablet')).toBe('@media (width <= 991px)')
  expect(aboveWidth('menu')).toBe('@media (width > 900px)')
  expect(belowWidth('twoColumns')).toBe('@media (width < 480px)')
})
