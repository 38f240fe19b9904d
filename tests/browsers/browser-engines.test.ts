import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowserEngine, requireBrowserEngine } from './browser-engines.ts'

let folder: string
const program = async (name: string, script = 'exit 0') => {
  const file = join(folder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  return file
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engines-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('finds a Firefox that starts and skips a placeholder that fails', async () => {
  await program('firefox-esr', 'exit 1')
  const firefox = await program('firefox')
  expect(findBrowserEngine('firefox', { PATH: `/missing:${folder}` })).toBe(firefox)
})

test('FIREFOX takes precedence over PATH', () =>
  expect(findBrowserEngine('firefox', { PATH: folder, FIREFOX: process.execPath })).toBe(process.execPath))

test('throws when a variable names a program that does not start', () => {
  expect(() => findBrowserEngine('firefox', { FIREFOX: '/missing/firefox' })).toThrow(
    'FIREFOX is "/missing/firefox", which does not start: correct it, or leave it unset',
  )
  expect(() => findBrowserEngine('webkit', { WEBKIT_DRIVER: '/missing/driver' })).toThrow(
    'WEBKIT_DRIVER is "/missing/driver"',
  )
})

test('prefers WebKitGTK to Safari and requires Xvfb for it', async () => {
  const safari = await program('safaridriver')
  expect(findBrowserEngine('webkit', { PATH: folder })).toBe(safari)
  const driver = await program('WebKitWebDriver')
  expect(findBrowserEngine('webkit', { PATH: folder })).toBeUndefined()
  await program('Xvfb')
  expect(findBrowserEngine('webkit', { PATH: folder })).toBe(driver)
})

test('throws for a missing program and names the package to install', () => {
  expect(() => requireBrowserEngine('webkit', { PATH: '' })).toThrow(
    /need a program that is not installed: .*webkit2gtk-driver/,
  )
})
