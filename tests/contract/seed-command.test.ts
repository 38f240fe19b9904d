import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptySpace } from './seeded-space.ts'

const SCRIPT = join(import.meta.dirname, '../../scripts/cms-seed.ts')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seed-command-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the command in a folder without state, with nothing but these variables of Contentful. */
const seedCommand = (variables: Readonly<Record<string, string>> = {}) =>
  new Promise<{ readonly code: number; readonly out: string; readonly errors: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...variables }
    const child = execFile(process.execPath, [SCRIPT], { cwd: folder, env }, (_, out, errors) =>
      resolve({ code: child.exitCode ?? -1, out, errors }),
    )
  })

test.each([
  [{ CONTENTFUL_MANAGEMENT_TOKEN: 'secret' }, 'CONTENTFUL_SPACE_ID'],
  [{ CONTENTFUL_SPACE_ID: 'abc' }, 'CONTENTFUL_MANAGEMENT_TOKEN'],
  [{ CONTENTFUL_REQUESTS_PER_SECOND: 'many' }, 'CONTENTFUL_REQUESTS_PER_SECOND'],
])('%j: one line, and no success', async (variables, name) => {
  const { code, errors, out } = await seedCommand(variables)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(errors).toMatch(new RegExp(`^${name} is .+\n$`))
  expect(errors).not.toContain('secret')
})

test('fills the local Contentful that runs; the second time it writes nothing', { timeout: 90_000 }, async () => {
  await using space = await emptySpace()
  await mkdir(join(folder, '.contentful'))
  await writeFile(join(folder, '.contentful/address.json'), JSON.stringify({ url: space.url }))

  const first = await seedCommand()
  expect(first).toMatchObject({ code: 0, errors: '' })
  expect(first.out).toContain(`Seeding the local Contentful at ${space.url}\n`)
  expect(first.out).toMatch(/^Assets: \d+ to write$/m)
  // No bars and no escape codes where no terminal is.
  expect(first.out).toMatch(/^[\n -~]+$/)

  expect((await seedCommand()).out).toMatch(/^0 writes and \d+ reads in /m)
})

test('starts a local Contentful where none runs, keeps what it wrote, and ends', { timeout: 90_000 }, async () => {
  const first = await seedCommand()
  expect(first).toMatchObject({ code: 0, errors: '' })
  expect(first.out).toContain('which was not running and is started for this alone')
  expect((await seedCommand()).out).toMatch(/^0 writes and \d+ reads in /m)
})
