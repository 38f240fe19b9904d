/** Numbers of tests by result. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/**
 * Reads the counts from the JUnit report of a test runner. A check without tests counts as one, and so does an exit code
 * that no failure of the report explains, or a missing report.
 */
export function countTests(exitCode: unknown, report: string | undefined): TestCounts {
  if (report === undefined) return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 }
  const sum = (name: string) =>
    [...report.matchAll(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`, 'g'))].reduce(
      (all, [, count]) => all + Number(count),
      0,
    )
  const [reported, skipped] = [sum('failures') + sum('errors'), sum('skipped')]
  const failed = reported === 0 && (exitCode !== 0 || !report) ? 1 : reported
  return { passed: sum('tests') - reported - skipped, failed, skipped }
}

/** Adds up the counts of several checks. */
export function sumCounts(all: readonly TestCounts[]): TestCounts {
  const sum = (name: keyof TestCounts) => all.reduce((total, counts) => total + counts[name], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** Formats the last line of `npm test`. */
export const formatCounts = ({ passed, failed, skipped }: TestCounts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
