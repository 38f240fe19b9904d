import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureLocalSecrets } from './local-secrets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('they are made once, for a folder that need not be there yet', async () => {
  const state = join(folder, 'state')
  const made = await ensureLocalSecrets(state)
  expect(made.preview).toMatch(/^[\w-]{32}$/)
  expect(made.webhook).toMatch(/^[0-9a-f]{64}$/)
  expect(await ensureLocalSecrets(state)).toEqual(made)
  expect(await ensureLocalSecrets(join(folder, 'another'))).not.toEqual(made)
})

test('nobody else on the machine can read them, and nothing unfinished lies about', async () => {
  await ensureLocalSecrets(folder)
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['secrets.json'])
})

test.each([
  ['no JSON', '{"preview":'],
  ['something else', '[]'],
  ['a secret that is too short', JSON.stringify({ preview: 'short', webhook: '0'.repeat(64) })],
])('where the file holds %s, they are made anew', async (_, content) => {
  const file = join(folder, 'secrets.json')
  await writeFile(file, content)
  const made = await ensureLocalSecrets(folder)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(made)
  expect(await ensureLocalSecrets(folder)).toEqual(made)
})
