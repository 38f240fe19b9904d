import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeStateMeta } from '#cms/local/state-folder.ts'
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
  expect(line).toContain(`It is set aside as ${join(parent, names[0] ?? '')}`)
}

test('no state is no trouble', () => expect(setAsideUnusableState(folder)).toBeUndefined())

test('the state of this model is used, and so is one of which nobody noted the model', () => {
  writeStateMeta(folder, 'seed', 'any')
  expect(setAsideUnusableState(folder)).toBeUndefined()
  writeStateMeta(folder, 'model', hashContentModel())
  expect(setAsideUnusableState(folder)).toBeUndefined()
  expect(existsSync(folder)).toBe(true)
})

test('the state of another model is set aside', async () => {
  writeStateMeta(folder, 'model', 'of last year')
  const line = setAsideUnusableState(folder)
  expect(line).toContain(`${basename(folder)} holds content of another model`)
  await expectSetAside(line)
})

test('a damaged state is set aside', async () => {
  writeStateMeta(folder, 'model', hashContentModel())
  await writeFile(join(folder, 'contentful.sqlite'), 'no database at all, however long one looks at it')
  await expectSetAside(setAsideUnusableState(folder))
})

test('a file in the place of the folder is set aside', async () => {
  await writeFile(folder, '')
  await expectSetAside(setAsideUnusableState(folder))
})
