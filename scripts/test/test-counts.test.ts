import { expect, test } from 'vitest'
import { countTests, formatCounts, sumCounts } from './test-counts.ts'

const REPORT = `<testsuites name="vitest tests" tests="9" failures="2" errors="1">
  <testsuite name="a &gt; b" timestamp="2026" tests="3" failures="1" errors="0" skipped="1" time="0.02">
  <testsuite name="unhandled errors" tests="2" failures="0" errors="1" skipped="0"></testsuite>
  <testsuite name="menu.e2e.ts" tests="4" failures="1" skipped="0" time="2" errors="0"></testsuite>
</testsuites>`

test('counts the tests of a report', () => expect(countTests(1, REPORT)).toEqual({ passed: 5, failed: 3, skipped: 1 }))

test('a check without tests counts as one', () => {
  expect(countTests(0, undefined)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(countTests(null, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('an exit code that the report does not explain, and a missing report, count as a failure', () => {
  const green =
    '<testsuites><testsuite name="a" tests="2" failures="0" errors="0" skipped="0"></testsuite></testsuites>'
  expect(countTests(0, green)).toEqual({ passed: 2, failed: 0, skipped: 0 })
  expect(countTests(1, green)).toEqual({ passed: 2, failed: 1, skipped: 0 })
  expect(countTests(0, '')).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('§11 the sum is formatted with the skipped tests, where there are any', () => {
  const one = { passed: 2, failed: 0, skipped: 0 }
  expect(formatCounts(sumCounts([one, { passed: 5, failed: 1, skipped: 0 }]))).toBe('7 passed, 1 failed')
  expect(formatCounts(sumCounts([one, { passed: 5, failed: 1, skipped: 3 }]))).toBe('7 passed, 1 failed, 3 skipped')
})
