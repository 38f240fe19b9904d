import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formatFormats, formatMinFileSize, MASTER_EDGE, MAX_PIXELS } from './picture-rules.ts'

test('docs/editing.md states the same rules', async () => {
  const text = await readFile('docs/editing.md', 'utf8')
  for (const rule of [
    `A photograph is ${formatFormats('photograph')}, a logo ${formatFormats('logo')};`,
    `reduces them to ${MASTER_EDGE} px`,
    `A photograph must be ${formatMinFileSize('photograph')}`,
    formatMinFileSize('logo').replace('a PNG', 'or a PNG'),
    `at most ${MAX_PIXELS / 1_000_000} megapixels`,
  ])
    expect(text).toContain(rule)
})
