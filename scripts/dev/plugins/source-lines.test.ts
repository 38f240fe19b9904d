import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findModelFieldLine, findSeedFieldLine } from './source-lines.ts'

const SEED = `{
  "fact-miles": {
    "figure": "250+",
    "unit": "miles"
  },
  "fact-states": {
    "text": "Texas"
  }
}
`

test.each([
  ['fact-miles', 'unit', 4],
  ['fact-states', 'text', 7],
  ['fact-states', 'unit', 6], // no such field: the line of the entry
  ['fact-years', 'unit', undefined],
])('finds the line of entry %s, field %s', (id, field, line) => expect(findSeedFieldLine(SEED, id, field)).toBe(line))

test('finds the line of a field in the model', async () => {
  const source = await readFile('cms/model/fact.ts', 'utf8')
  const line = findModelFieldLine(source, ['unit', 'fact'])
  expect(source.split('\n')[line - 1]).toContain('unit: ')
  expect(findModelFieldLine(source, ['miles'])).toBe(1)
})
