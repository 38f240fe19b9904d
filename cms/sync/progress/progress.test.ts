import { expect, test } from 'vitest'
import { formatDuration } from './progress.ts'

test.each([
  [860, '0.9 s'],
  [12_400, '12 s'],
  [89_000, '89 s'],
  [215_000, '4 min'],
])('formats %i ms as %s', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text))
