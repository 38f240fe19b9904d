import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { updateGeneratedFile } from './update-generated-file.ts'

const OLD = new Date('2026-01-01T00:00:00Z')
let file: string

beforeEach(async () => {
  file = join(await createTestFolder(), 'file.gen.ts')
  await writeFile(file, 'old')
  await utimes(file, OLD, OLD)
})

test('a file with this content is not stale and keeps its modification time', async () => {
  expect(await updateGeneratedFile(file, 'old', { check: false })).toBe(false)
  expect((await stat(file)).mtime).toEqual(OLD)
})

test('a stale file is written, and a missing one with its folder', async () => {
  expect(await updateGeneratedFile(file, 'new', { check: false })).toBe(true)
  expect(await readFile(file, 'utf8')).toBe('new')
  const missing = join(file, '../new/file.gen.ts')
  expect(await updateGeneratedFile(missing, 'new', { check: false })).toBe(true)
  expect(await readFile(missing, 'utf8')).toBe('new')
})

test('a check says that a file is stale or missing, and writes nothing', async () => {
  expect(await updateGeneratedFile(file, 'new', { check: true })).toBe(true)
  expect(await readFile(file, 'utf8')).toBe('old')
  const missing = join(file, '../missing.gen.ts')
  expect(await updateGeneratedFile(missing, 'new', { check: true })).toBe(true)
  await expect(stat(missing)).rejects.toThrow('ENOENT')
})
