import { expect, test } from 'vitest'
import { formatDuration, formatProgressBar } from './progress.ts'

const params = { progress: 0.5, value: 81, total: 162, eta: 125, startTime: 0, stopTime: null, maxWidth: 80 }

test('shows the counts and the time left within 80 columns', () => {
  const text = formatProgressBar('Content types', params)
  expect(text).toBe(`Content types  ${'█'.repeat(15)}${'░'.repeat(15)} 81 of 162  about 2 min left`)
  expect(text.length).toBeLessThanOrEqual(80)
})

test('shows the duration of a finished phase', () => {
  expect(formatProgressBar('Assets', { ...params, progress: 1, value: 162, stopTime: 12_400 })).toMatch(
    /162 of 162 {2}in 12 s$/,
  )
})

test('omits the time left while it is unknown', () => {
  expect(formatProgressBar('Assets', { ...params, eta: Number.POSITIVE_INFINITY })).not.toContain('left')
})

test.each([
  [860, '0.9 s'],
  [12_400, '12 s'],
  [89_000, '89 s'],
  [215_000, '4 min'],
])('formats %i ms as %s', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text))
