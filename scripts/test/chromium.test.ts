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

async function program(name: string, script: string, inFolder = folder) {
  const path = join(inFolder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

test('the first one in PATH that runs', () =>
  expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(join(folder, 'google-chrome')))

test('the headless shell is preferred to another browser', async () => {
  const other = await mkdtemp(join(tmpdir(), 'browsers-'))
  const shell = await program('chromium-headless-shell', 'exit 0', other)
  expect(findChromium({ PATH: `${folder}:${other}` })).toBe(shell)
  await rm(other, { recursive: true })
})

test('CHROMIUM goes before PATH', () =>
  expect(findChromium({ PATH: folder, CHROMIUM: process.execPath })).toBe(process.execPath))

test('a CHROMIUM that does not run is said to be wrong', () =>
  expect(() => findChromium({ PATH: folder, CHROMIUM: '/no/chromium' })).toThrow('CHROMIUM is "/no/chromium"'))
