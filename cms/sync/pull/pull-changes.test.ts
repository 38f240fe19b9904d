import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatSeedFile } from './pull-changes.ts'

test('formats all values as Biome does', () => {
  const text = formatSeedFile({
    fact: {
      a: { text: 'é “quoted” \n \u2028 \\ "', number: -97.5, tiny: 1e-7, flag: true, none: null },
      b: { list: [], one: ['x'], long: ['x'.repeat(60), 'y'.repeat(60)] },
      empty: {},
    },
    redirect: {},
  })
  const biome = join('node_modules', '.bin', 'biome')
  const args = ['format', '--stdin-file-path=cms/seed/entries/home.json']
  expect(execFileSync(biome, args, { input: text, encoding: 'utf8' })).toBe(text)
})
