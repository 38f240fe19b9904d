import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeMeta } from '#cms/local/store/store.ts'
import { hashContentModel, setAsideUnusableState } from './state-folder.ts'

let parent: string
let folder: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'state-'))
  folder = join(parent, '.contentful')
})
afterEach(() => rm(parent, { recursive: true }))

async function expectSetAside(line: string | undefined) {
  const names = await readdir(parent)
  expect(names).toEqual([expect.stringMatching(/^\.contentful-set-aside-\d+$/)])
  expect(line).toContain(`It is moved to ${join(parent, names[0] ?? '')}`)
}

test('accepts a missing folder', () => expect(setAsideUnusableState(folder)).toBeUndefined())

test('accepts the state of this model and a state without a recorded model', () => {
  writeMeta(folder, 'seed', 'any')
  expect(setAsideUnusableState(folder)).toBeUndefined()
  writeMeta(folder, 'model', hashContentModel())
  expect(setAsideUnusableState(folder)).toBeUndefined()
  expect(existsSync(folder)).toBe(true)
})

test('moves the state of another model away', async () => {
  writeMeta(folder, 'model', 'of last year')
  const line = setAsideUnusableState(folder)
  expect(line).toContain(`${basename(folder)} holds content of another model`)
  await expectSetAside(line)
})

test('moves a damaged state away', async () => {
  writeMeta(folder, 'model', hashContentModel())
  await writeFile(join(folder, 'contentful.sqlite'), 'This file is not an SQLite database, although it is long enough.')
  await expectSetAside(setAsideUnusableState(folder))
})

test('moves a file with the name of the folder away', async () => {
  await writeFile(folder, '')
  await expectSetAside(setAsideUnusableState(folder))
})
