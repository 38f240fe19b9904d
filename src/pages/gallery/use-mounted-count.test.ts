import { expect, test } from 'vitest'
import { getCountForFocus } from './use-mounted-count.ts'

test('mounts complete rows of 2, 3 and 4 photos after the photo with the focus', () => {
  for (const index of [0, 11, 12, 119, 900]) {
    const count = getCountForFocus(index)
    expect(count % 12).toBe(0)
    expect(count).toBeGreaterThan(index + 60)
  }
})
