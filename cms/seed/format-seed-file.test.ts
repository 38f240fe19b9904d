import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { formatSeedEntriesFile, formatSeedFile, type SeedRecords } from './format-seed-file.ts'

const recordsSchema = z.record(
  z.string(),
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
)
const entriesSchema = z.record(z.string(), recordsSchema)

test.each(readdirSync('cms/seed/entries'))('formats %s without changes', (name) => {
  const text = readFileSync(`cms/seed/entries/${name}`, 'utf8')
  expect(formatSeedEntriesFile(entriesSchema.parse(JSON.parse(text)))).toBe(text)
})

test('formats assets.json without changes', () => {
  const text = readFileSync('cms/seed/assets.json', 'utf8')
  expect(formatSeedFile(recordsSchema.parse(JSON.parse(text)))).toBe(text)
})

test('formats all values as Biome does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seed-text-'))
  const biome = join('node_modules', '.bin', 'biome')
  const cases: Readonly<Record<string, SeedRecords>> = {
    empty: {},
    'no fields': { a: {}, b: { text: 'b' } },
    values: { a: { text: 'é “quoted” \n \u2028 \\ "', number: -97.5, tiny: 1e-7, flag: true, none: null, list: [] } },
    // Around the print width, with and without a comma.
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, extra) => {
        const list = ['x'.repeat(60), 'y'.repeat(27 + extra)]
        return [`width-${extra}`, { a: { listOfLinks: list, next: null }, b: { listOfLinks: list } }]
      }),
    ),
  }
  try {
    const { formatter } = JSON.parse(readFileSync('biome.json', 'utf8'))
    writeFileSync(join(folder, 'biome.json'), `${JSON.stringify({ formatter }, null, 2)}\n`)
    for (const [name, value] of Object.entries(cases))
      writeFileSync(join(folder, `${name}.json`), formatSeedFile(value))
    writeFileSync(join(folder, 'entries.json'), formatSeedEntriesFile(cases))
    writeFileSync(join(folder, 'no-entries.json'), formatSeedEntriesFile({}))
    execFileSync(join(process.cwd(), biome), ['format', '--error-on-warnings', '.'], { cwd: folder, stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
