import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { ensureLocalSecrets } from './local-secrets.ts'

test('creates the secrets once per folder, in a file that only its owner can read', async () => {
  const state = join(await createTestFolder(), 'state')
  const created = await ensureLocalSecrets(state)
  expect(created.preview).toMatch(/^[\w-]{32}$/)
  expect(created.webhook).toMatch(/^[0-9a-f]{64}$/)
  expect(await ensureLocalSecrets(state)).toEqual(created)
  expect(await ensureLocalSecrets(join(state, '../another'))).not.toEqual(created)
  expect((await stat(join(state, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(state)).toEqual(['secrets.json'])
})

test('replaces a file that is no JSON, or has a secret that is too short', async () => {
  const folder = await createTestFolder()
  const file = join(folder, 'secrets.json')
  for (const content of ['{"preview":', JSON.stringify({ preview: 'short', webhook: '0'.repeat(64) })]) {
    await writeFile(file, content)
    const created = await ensureLocalSecrets(folder)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(created)
    expect(await ensureLocalSecrets(folder)).toEqual(created)
  }
})
