import { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
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

test('shows a bar with the items that are done, and writes nothing for a phase without items, in a terminal', () => {
  const terminal: WriteStream = Object.create(WriteStream.prototype, { columns: { value: 80 }, isTTY: { value: true } })
  using write = vi.spyOn(terminal, 'write').mockReturnValue(true)
  const { startPhase } = createConsoleProgress(terminal)
  startPhase('Assets', 0).end()
  expect(write).not.toHaveBeenCalled()
  const { advance, end } = startPhase('Entries', 3)
  advance()
  end()
  const texts = write.mock.calls.map(([text]) =>
    stripVTControlCharacters(String(text))
      .trim()
      .replace(/\S+ left/, '?'),
  )
  const bars = ['░'.repeat(40), `${'█'.repeat(13)}${'░'.repeat(27)}`]
  expect(texts.filter(Boolean)).toEqual(bars.map((bar, done) => `Entries        ${bar} ${done} of 3  ?`))
})
