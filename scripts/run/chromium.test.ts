import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browsers-'))
  await program('google-chrome', 'exit 0')
  await program('chromium', 'exit 1') // as the placeholder is that some systems put in its place
})
afterAll(() => rm(folder, { recursive: true }))

async function program(name: string, script: string) {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, name), 0o755)
}

test('the first one in PATH that runs', () =>
  expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(join(folder, 'google-chrome')))

test('CHROMIUM goes before PATH', () =>
  expect(findChromium({ PATH: folder, CHROMIUM: process.execPath })).toBe(process.execPath))

test('a CHROMIUM that does not run is said to be wrong', () =>
  expect(() => findChromium({ PATH: folder, CHROMIUM: '/no/chromium' })).toThrow('CHROMIUM is "/no/chromium"'))
