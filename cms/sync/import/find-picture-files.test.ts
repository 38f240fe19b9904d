import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPictureFiles } from './find-picture-files.ts'

let folder: string
const FILES = [
  '10.jpg',
  '2.jpg',
  '1.JPG',
  'texts.csv',
  '.hidden.jpg',
  'Thumbs.db',
  'more/2.jpg',
  '.trash/old.jpg',
  '1.AAE',
  'texts.xlsx',
  '~$texts.xlsx',
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'found-'))
  for (const name of ['more', '.trash', 'empty']) await mkdir(join(folder, name))
  for (const name of FILES) await writeFile(join(folder, name), 'x')
})
afterAll(() => rm(folder, { recursive: true }))

const namesIn = async (...paths: readonly string[]) =>
  (await findPictureFiles(paths.map((path) => join(folder, path)))).pictures.map(({ name }) => name)

test('a folder’s files come in a person’s order, with those of the folders in it, without what is hidden or no picture', async () => {
  const [first, second, third, fourth, ...others] = await namesIn('.')
  expect([first, third, fourth, others]).toEqual(['1.JPG', '10.jpg', 'more/2.jpg', []])
  // Two have this name.
  expect(second).toMatch(/^found-\w+\/2\.jpg$/)
})

test('files come in the order in which they are named, each once', async () => {
  expect(await namesIn('10.jpg', '2.jpg', '10.jpg', 'texts.csv')).toEqual(['10.jpg', '2.jpg'])
})

test('a file that is named is looked at, whatever it is', async () => {
  expect(await namesIn('texts.xlsx')).toEqual(['texts.xlsx'])
})

test('every path that is not there is named', async () => {
  await expect(namesIn('x.jpg', '2.jpg', 'y')).rejects.toMatchObject({
    lines: [expect.stringMatching(/x\.jpg is not there/), expect.stringMatching(/y is not there/)],
  })
})

test('a folder without pictures is named', async () => {
  await expect(namesIn('empty')).rejects.toThrow(/^There is no picture in .+empty: name pictures or their folder$/)
})

test('a folder that leads back to the one that it is in is looked through once', async () => {
  await mkdir(join(folder, 'round/inside'), { recursive: true })
  await writeFile(join(folder, 'round/inside/a.jpg'), 'x')
  await symlink(join(folder, 'round'), join(folder, 'round/inside/back'))
  expect(await namesIn('round')).toEqual(['a.jpg'])
})
