import { expect, test, vi } from 'vitest'
import { createConsoleProgress } from './progress.ts'

test('writes one line per phase that has items where there is no terminal', () => {
  using write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { startPhase } = createConsoleProgress(process.stderr)
  for (const [phase, total] of [
    ['Assets', 0],
    ['Entries', 3],
  ] as const) {
    const { advance, end } = startPhase(phase, total)
    advance()
    end()
  }
  expect(write.mock.calls).toEqual([['Entries: 3\n']])
})
