import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { formatSeedFile, type SeedRecords, sortByPreviousOrder } from './pull-changes.ts'

const recordsSchema = z.record(
  z.string(),
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
)

test.each(['cms/seed/assets.json', ...readdirSync('cms/seed/entries').map((name) => `cms/seed/entries/${name}`)])(
  'formats %s without changes',
  (file) => {
    const text = readFileSync(file, 'utf8')
    expect(formatSeedFile(recordsSchema.parse(JSON.parse(text)))).toBe(text)
  },
)

test('formats all values as Biome does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seed-text-'))
  const biome = join('node_modules', '.bin', 'biome')
  const cases: Readonly<Record<string, SeedRecords>> = {
    empty: {},
    'no fields': { a: {}, b: { text: 'b' } },
    values: { a: { text: 'é “quoted” \n \u2028 \\ "', number: -97.5, tiny: 1e-7, flag: true, none: null, list: [] } },
    // Around the print width, with and without a comma.
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, extra) => {
        const list = ['x'.repeat(60), 'y'.repeat(29 + extra)]
        return [`width-${extra}`, { a: { listOfLinks: list, next: null }, b: { listOfLinks: list } }]
      }),
    ),
  }
  try {
    const { formatter } = JSON.parse(readFileSync('biome.json', 'utf8'))
    writeFileSync(join(folder, 'biome.json'), `${JSON.stringify({ formatter }, null, 2)}\n`)
    for (const [name, value] of Object.entries(cases))
      writeFileSync(join(folder, `${name}.json`), formatSeedFile(value))
    execFileSync(join(process.cwd(), biome), ['format', '--error-on-warnings', '.'], { cwd: folder, stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('keeps the order of known ids and appends new ones by id', () => {
  const items = ['new-b', 'first', 'new-a', 'second'].map((id) => ({ id }))
  expect(sortByPreviousOrder(items, ['second', 'removed', 'first']).map(({ id }) => id)).toEqual([
    'second',
    'first',
    'new-a',
    'new-b',
  ])
})
