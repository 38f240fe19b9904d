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
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  for (const name of ['more', '.trash', 'empty']) await mkdir(join(folder, name))
  for (const name of FILES) await writeFile(join(folder, name), 'x')
})
afterAll(() => rm(folder, { recursive: true }))

const findNames = async (...paths: readonly string[]) =>
  (await findPictureFiles(paths.map((path) => join(folder, path)))).pictures.map(({ name }) => name)

test('finds the files of a folder and its subfolders in natural order, without hidden and sidecar files', async () => {
  const [first, second, third, fourth, ...others] = await findNames('.')
  expect([first, third, fourth, others]).toEqual(['1.JPG', '10.jpg', 'more/2.jpg', []])
  // Two files have this name.
  expect(second).toMatch(/^pictures-\w+\/2\.jpg$/)
})

test('returns files in the given order without repetitions', async () => {
  expect(await findNames('10.jpg', '2.jpg', '10.jpg', 'texts.csv')).toEqual(['10.jpg', '2.jpg'])
})

test('returns a sidecar file whose own path is passed', async () => {
  expect(await findNames('texts.xlsx')).toEqual(['texts.xlsx'])
})

test('lists every path that does not exist', async () => {
  await expect(findNames('x.jpg', '2.jpg', 'y')).rejects.toMatchObject({
    lines: [expect.stringMatching(/x\.jpg does not exist/), expect.stringMatching(/y does not exist/)],
  })
})

test('rejects a folder without pictures', async () => {
  await expect(findNames('empty')).rejects.toThrow(
    /^There is no picture in .+empty: use the path of pictures or of their folder$/,
  )
})

test('reads a folder with a link to its parent once', async () => {
  await mkdir(join(folder, 'round/inside'), { recursive: true })
  await writeFile(join(folder, 'round/inside/a.jpg'), 'x')
  await symlink(join(folder, 'round'), join(folder, 'round/inside/back'))
  expect(await findNames('round')).toEqual(['a.jpg'])
})
