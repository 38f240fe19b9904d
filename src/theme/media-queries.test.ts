import { expect, test } from 'vitest'
import { aboveWidth, belowWidth, upToWidth } from './media-queries.ts'

test('upToWidth includes the breakpoint; aboveWidth and belowWidth exclude it', () => {
  expect(upToWidth('tablet')).toBe('@media (width <= 991px)')
  expect(aboveWidth('menu')).toBe('@media (width > 900px)')
  expect(belowWidth('twoColumns')).toBe('@media (width < 480px)')
})
