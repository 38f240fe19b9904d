import { expect, test } from 'vitest'
import {
  countLines,
  exportedNames,
  findDuplicateExports,
  findImportCycles,
  importsOf,
  median,
  readSourceFiles,
} from './structure.ts'

const file = (path: string, text: string) => ({ path, text })

test('counts lines as wc does', () => {
  expect(countLines('')).toBe(0)
  expect(countLines('a\nb\n')).toBe(2)
})

test('the median of an even number of values is the lower middle one', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 2, 9])).toBe(2)
  expect(median([])).toBe(0)
})

test('resolves static, dynamic and type-only imports', () => {
  const text = `import type { A } from './a.ts'\nimport '#src/b.ts'\nconst c = await import('./deep/c.ts')\nimport d from 'zod'\n`
  expect(importsOf(file('server/site/x.ts', text))).toEqual(['server/site/a.ts', 'src/b.ts', 'server/site/deep/c.ts'])
})

test('finds a cycle of type-only imports, and no cycle in a chain', () => {
  const a = file('src/a.ts', `import type { B } from './b.ts'\n`)
  const b = file('src/b.ts', `import { c } from './c.ts'\n`)
  expect(findImportCycles([a, b, file('src/c.ts', `import type { A } from '#src/a.ts'\n`)])).toEqual([
    ['src/a.ts', 'src/b.ts', 'src/c.ts'],
  ])
  expect(findImportCycles([a, b, file('src/c.ts', '')])).toEqual([])
})

test('two separate cycles are two', () => {
  const pair = (one: string, other: string) => [
    file(`src/${one}.ts`, `import { x } from './${other}.ts'\n`),
    file(`src/${other}.ts`, `import { x } from './${one}.ts'\n`),
  ]
  expect(findImportCycles([...pair('a', 'b'), ...pair('c', 'd')])).toEqual([
    ['src/a.ts', 'src/b.ts'],
    ['src/c.ts', 'src/d.ts'],
  ])
})

test('names declared exports and export lists, not re-exports', () => {
  const text = `export const a = 1
export async function b() {}
export interface C {}
export type D = string
export { e, f as g }
export { h } from './h.ts'
const i = 1
`
  expect(exportedNames(text)).toEqual(['a', 'b', 'C', 'D', 'e', 'g'])
})

test('reports a name that two modules export, except the Route of route files', () => {
  const text = 'export const Route = 1\nexport const limit = 1\n'
  expect([...findDuplicateExports([file('src/a.ts', text), file('src/b.ts', text)])]).toEqual([
    ['limit', ['src/a.ts', 'src/b.ts']],
  ])
})

test('the source tree has no import cycle, and no name that two modules export', async () => {
  const files = await readSourceFiles()
  expect(findImportCycles(files)).toEqual([])
  expect([...findDuplicateExports(files)]).toEqual([])
})
