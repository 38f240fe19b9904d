import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureLocalSecrets } from './local-secrets.ts'

describe('ensureLocalSecrets', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('creates the secrets once per folder, also for a missing folder', async () => {
    const state = join(folder, 'state')
    const created = await ensureLocalSecrets(state)
    expect(created.preview).toMatch(/^[\w-]{32}$/)
    expect(created.webhook).toMatch(/^[0-9a-f]{64}$/)
    expect(await ensureLocalSecrets(state)).toEqual(created)
    expect(await ensureLocalSecrets(join(folder, 'another'))).not.toEqual(created)
  })

  test('only the owner can read the file, and no temporary file is left', async () => {
    await ensureLocalSecrets(folder)
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['secrets.json'])
  })

  test.each([
    ['invalid JSON', '{"preview":'],
    ['another value', '[]'],
    ['a secret that is too short', JSON.stringify({ preview: 'short', webhook: '0'.repeat(64) })],
  ])('replaces a file with %s', async (_, content) => {
    const file = join(folder, 'secrets.json')
    await writeFile(file, content)
    const created = await ensureLocalSecrets(folder)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(created)
    expect(await ensureLocalSecrets(folder)).toEqual(created)
  })
})
