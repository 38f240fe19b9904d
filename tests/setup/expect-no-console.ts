import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

/**
 * A setup file of unit tests: a test fails when something writes to `console.error` or `console.warn` and the test does not
 * expect it. What React, a library or our own code complains about is a bug, or a promise to assert.
 */

/** What was written since the last test. */
let lines: string[] = []

for (const method of ['error', 'warn'] as const)
  console[method] = (...values: readonly unknown[]) => {
    const texts = values.map((value) => (value instanceof Error ? String(value) : value)) // without a stack
    lines.push(`console.${method}: ${format(...texts)}`)
  }

function expectNoLines(): void {
  const unexpected = lines
  lines = []
  if (unexpected.length > 0)
    throw new Error(
      `${unexpected.join('\n')}\nA test that expects this replaces the method: vi.spyOn(console, …).mockImplementation(() => {})`,
    )
}

// These run after the hooks of the test file. What is written before the first test is a failure of that test.
afterEach(expectNoLines)
afterAll(expectNoLines)
