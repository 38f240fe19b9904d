import { expect, test } from 'vitest'
import { countTests, formatCounts, sumCounts } from './test-counts.ts'

const REPORT = `<testsuites name="vitest tests" tests="9" failures="2" errors="1">
  <testsuite name="a &gt; b" timestamp="2026" tests="3" failures="1" errors="0" skipped="1" time="0.02">
  <testsuite name="unhandled errors" tests="2" failures="0" errors="1" skipped="0"></testsuite>
  <testsuite name="menu.e2e.ts" tests="4" failures="1" skipped="0" time="2" errors="0"></testsuite>
</testsuites>`

const GREEN = '<testsuite name="a" tests="2" failures="0" errors="0" skipped="0"></testsuite>'

test('counts the tests of a report', () => expect(countTests(1, REPORT)).toEqual({ passed: 5, failed: 3, skipped: 1 }))

test.each([
  ['a check without tests that passes', 0, undefined, 1, 0],
  ['one that is killed', null, undefined, 0, 1],
  ['a report', 0, GREEN, 2, 0],
  ['an exit code that the report does not explain', 1, GREEN, 2, 1],
  ['a missing report', 0, '', 0, 1],
])('counts %s', (_, exitCode, report, passed, failed) => {
  expect(countTests(exitCode, report)).toEqual({ passed, failed, skipped: 0 })
})

test('§11.5 the sum is formatted with the skipped tests, where there are any', () => {
  const one = { passed: 2, failed: 0, skipped: 0 }
  expect(formatCounts(sumCounts([one, { passed: 5, failed: 1, skipped: 0 }]))).toBe('7 passed, 1 failed')
  expect(formatCounts(sumCounts([one, { passed: 5, failed: 1, skipped: 3 }]))).toBe('7 passed, 1 failed, 3 skipped')
})
