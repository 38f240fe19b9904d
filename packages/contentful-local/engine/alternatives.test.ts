import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALTERNATIVES } from './alternatives.ts'

test('the table of README.md has the same rows', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  const [, table = ''] = /## Not supported\n\n.*\n.*\n((?:\|.*\n)*)/.exec(readme) ?? []
  const rows = table.replaceAll('`', '').matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)
  expect([...rows].map(([, , alternative]) => alternative)).toEqual(Object.keys(ALTERNATIVES))
})
