import { expect, test } from 'vitest'
import { formatSeedFailures, formatSeedSummary } from './format-seed-summary.ts'

const counts = { created: 0, updated: 0, published: 0, unchanged: 1_176, kept: 0, failed: 0 }

test('says that a second run changes nothing', () => {
  expect(formatSeedSummary({ counts, failures: [], skipped: [] })).toBe(
    '1,176 unchanged.\nNothing differs from the seed.',
  )
})

test('names the numbers of what was written and kept, and ends with the cause of a failure', () => {
  const failures = [{ key: 'entry seo-home', reason: 'Validation error' }]
  const result = { counts: { ...counts, created: 2, kept: 1, failed: 1 }, failures, skipped: [] }
  expect(formatSeedSummary(result).split('\n')).toEqual([
    '2 created, 1,176 unchanged, 1 kept, 1 failed.',
    '1 resource with differences that are kept in the space: npm run cms -- plan lists them.',
    '',
    '1 resource failed:',
    '  entry seo-home: Validation error',
  ])
})

test('groups failures by their cause, the most frequent last, and counts what depends on them', () => {
  const assets = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ key: `asset ${id}`, reason: 'No such host' }))
  const three = assets.slice(2).map(({ key }) => ({ key, reason: 'Too wide' }))
  const failures = [...assets, { key: 'entry fact', reason: 'Too long' }, ...three]
  expect(formatSeedFailures({ failures, skipped: ['entry home', 'entry seo'] })).toEqual([
    '2 resources skipped, because of links to what failed.',
    '9 resources failed:',
    '  entry fact: Too long',
    '  asset c, asset d, asset e: Too wide',
    '  asset a, asset b, asset c and 2 more: No such host',
  ])
})
