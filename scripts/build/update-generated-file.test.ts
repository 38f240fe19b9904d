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

test('a stale or missing file is written, and one with this content keeps its modification time', async () => {
  expect(await updateGeneratedFile(file, 'old', { check: false })).toBe(false)
  expect((await stat(file)).mtime).toEqual(OLD)
  for (const each of [file, join(file, '../new/file.gen.ts')]) {
    expect(await updateGeneratedFile(each, 'new', { check: false })).toBe(true)
    expect(await readFile(each, 'utf8')).toBe('new')
  }
})

test('a check says that a file is stale, and writes nothing', async () => {
  expect(await updateGeneratedFile(file, 'new', { check: true })).toBe(true)
  expect(await readFile(file, 'utf8')).toBe('old')
})
