import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browsers-'))
  await program('google-chrome', 'exit 0')
  await program('chromium', 'exit 1') // some systems install a placeholder that fails
})
afterAll(() => rm(folder, { recursive: true }))

async function program(name: string, script: string, inFolder = folder) {
  const path = join(inFolder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

test('finds the first Chromium in PATH that runs', () =>
  expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(join(folder, 'google-chrome')))

test('prefers the headless shell to other browsers', async () => {
  const other = await mkdtemp(join(tmpdir(), 'browsers-'))
  const shell = await program('chromium-headless-shell', 'exit 0', other)
  expect(findChromium({ PATH: `${folder}:${other}` })).toBe(shell)
  await rm(other, { recursive: true })
})

test('CHROMIUM takes precedence over PATH', () =>
  expect(findChromium({ PATH: folder, CHROMIUM: process.execPath })).toBe(process.execPath))

test('throws when CHROMIUM names a program that does not run', () =>
  expect(() => findChromium({ PATH: folder, CHROMIUM: '/no/chromium' })).toThrow('CHROMIUM is "/no/chromium"'))
