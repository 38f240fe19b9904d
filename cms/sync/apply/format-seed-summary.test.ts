import { expect, test } from 'vitest'
import { formatSeedFailures, formatSeedSummary } from './format-seed-summary.ts'

const noCounts = { created: 0, updated: 0, published: 0, unchanged: 0, kept: 0, failed: 0 }
const summary = {
  counts: {
    'content type': { ...noCounts, unchanged: 15 },
    'editor interface': { ...noCounts, unchanged: 15 },
    asset: { ...noCounts, unchanged: 162 },
    entry: { ...noCounts, unchanged: 176 },
  },
  items: [],
  failures: [],
  skipped: [],
  reads: 21,
  writes: 0,
  milliseconds: 1_234,
}

test('formats a second run: a table without failures, and 0 writes', () => {
  expect(formatSeedSummary(summary)).toBe(
    `
                      created    updated  published  unchanged
content types               0          0          0         15
editor interfaces           0          0          0         15
assets                      0          0          0        162
entries                     0          0          0        176

0 writes and 21 reads in 1.2 s. Nothing differs from the seed.`.slice(1),
  )
})

test('counts the failures and ends with their cause', () => {
  const entry = { ...noCounts, created: 1, failed: 1 }
  const failures = [{ kind: 'entry', id: 'seo-home', reason: 'Validation error' }] as const
  const text = formatSeedSummary({ ...summary, counts: { ...summary.counts, entry }, failures, writes: 1_250 })
  expect(text).toContain('unchanged     failed\n')
  expect(text).toContain('1,250 writes')
  expect(text).not.toContain('Nothing differs')
  expect(text).toMatch(/\n1 resource failed:\n {2}entry seo-home: Validation error$/)
})

test('groups failures by their cause, the most frequent last, and counts what depends on them', () => {
  const assets = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ kind: 'asset', id, reason: 'No such host' }) as const)
  const failures = [assets, { kind: 'entry', id: 'fact', reason: 'Too long' } as const].flat()
  expect(formatSeedFailures({ failures, skipped: ['entry home', 'entry seo'] })).toEqual([
    '2 resources skipped, because of links to what failed.',
    '6 resources failed:',
    '  entry fact: Too long',
    '  asset a, asset b, asset c and 2 more: No such host',
  ])
})
